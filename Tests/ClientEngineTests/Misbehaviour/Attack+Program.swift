// Attacks on files, secrets, the terminal, and the program's servers.
extension Attack {
    static let files = [
        Attack(
            "an answer that goes to `.git/config`",
            "no answer reaches a file that other programs act upon, nor one"),
        Attack(
            "an answer that goes over a file of yours, or the request file",
            "an answer replaces somebody else's file only when that was allowed"),
        Attack(
            "a request that is sent again, and writes again",
            "what is sent again writes its file again, and not over what somebody else"),
        Attack(
            "a path to write that only the answer brings",
            "a path that only the answer brings is judged when it is there"),
        Attack(
            "environment files and `.env` that are links to your keys",
            "variables are not read through links that lead out of the folder"),
        Attack(
            "variables of your shell, sent without a question",
            "the environment is read only where that was allowed, whichever way"),
        Attack(
            "bodies that are `..`, links out, devices and FIFOs",
            "what lies outside is refused, however it is reached"),
        Attack("any path to read, through any link", "leads to a file inside, or nowhere"),
        Attack(
            "any path to write, through any link",
            "no path, however it is put together, leads outside or to a guarded name"),
        Attack(
            "mock files and their bodies outside of the folder",
            "a folder of body files that is a link to another place gives none"),
        Attack(
            "imported names that lead out of the folder",
            "writes nothing through a link that leads out of the folder"),
        Attack("imports that are nested, huge, or bombs", "refuses what cannot be meant"),
        Attack(
            "files that are no text, too large, or none",
            "a file that is no text, too large or no file is one clear error"),
        Attack(
            "an `$EDITOR` with quotes, and words for a shell",
            "an editor's command is cut as a shell cuts it, and never run by one"),
    ]

    static let secrets = [
        Attack(
            "a third of a hundred secrets, in every way out",
            "No canary leaves by any way that the page calls hidden"),
        Attack(
            "passwords of bodies and URLs in exports",
            "postman and http: as saved, with references, without secrets"),
        Attack(
            "secrets that an answer repeats, in a mock made of it",
            "secrets of the response stay out of the file, which is said"),
        Attack(
            "an import that refers to a password of yours",
            "What is pasted refers to nothing that has a value already"),
        Attack(
            "drafts on the disk",
            "What outlives a crash holds none, and cannot be sent before they are typed again"),
        Attack("the file of an editor that was killed", "What an editor leaves is gone with it, copies too"),
        Attack("a core of the program", "no core of it is written: its memory holds secrets"),
        Attack(
            "random texts with a secret in any place",
            "nothing that must hold is broken by inputs that are cut"),
    ]

    static let terminal = [
        Attack(
            "hostile text in files, names, URLs, answers and errors",
            "No scalar that a terminal obeys or hides is in any frame"),
        Attack(
            "… in lines, `--json`, HAR and reports",
            "Nothing that the sandbox's bad answers hold reaches a line"),
        Attack(
            "… in an export to a terminal", "A terminal gets text in which nothing acts, a pipe the bytes"),
        Attack(
            "… in a curl line and what is copied",
            "What is copied holds no control character but tabs and line ends"),
        Attack(
            "… in a report for build servers",
            "In a report, what turns or hides text is written as a reference of XML"),
        Attack(
            "… in locales without UTF-8",
            "In a locale without UTF-8 nothing but ASCII is sent, whatever is shown"),
        Attack(
            "signals of every kind, while it works and while it draws",
            "a crash leaves the terminal as it was"),
        Attack(
            "a signal while an editor runs", "a signal that ends the program ends the editor it waits for"),
        Attack(
            "a terminal that takes nothing",
            "a terminal that takes nothing keeps no signal from ending the program"),
        Attack("a storm of sizes, and windows of any size", "a storm of sizes ends in the right one"),
        Attack(
            "a key sequence that is cut in two on a busy machine",
            "is not what passes while a large window is drawn"),
        Attack("pastes of fifty megabytes", "a huge paste neither blocks nor floods the field"),
        Attack("pastes without marks", "a terminal without marks around pastes does not run them"),
        Attack("pastes whose end never comes", "silence settles what an unfinished sequence was"),
        Attack("twenty thousand random keys", "twenty thousand keys later the program still answers"),
        Attack(
            "an output that takes nothing more",
            "output that a full disk does not take is a failure, and said"),
    ]

    static let saving = [
        Attack("a kill in the middle of saving", "an earlier file stays until the new one is complete"),
        Attack("a kill in the middle of a report", "a run that is killed leaves nothing beside its report"),
        Attack("a file that may not grow", "a file that may not grow is an error, and nothing of it is left"),
        Attack(
            "folders, devices and links in the place of the file",
            "a folder, a device and a place that is not there are refused"),
        Attack(
            "a file that others change meanwhile",
            "A request that has changed in its file is not overwritten unless asked"),
        Attack("two programs that save at the same instant", "no edit is lost that was said to be saved"),
    ]

    static let servers = [
        Attack(
            "other hosts, and pages of other sites",
            "Other names are refused, as a page behind them could read the answers"),
        Attack(
            "requests of pages of other sites where requests are passed on",
            "A request of a page of another site gets 403 and is not passed on"),
        Attack(
            "stubs of a folder that forward requests",
            "what comes over opened TLS is forwarded to another server only if --mocks names the folder"),
        Attack("changing mocks without leave", "A page of another site may not change mappings"),
        Attack(
            "smuggled and malformed requests", "What is no request is answered 400, and the connection ends"),
        Attack(
            "control characters that come back in a page",
            "No control character of a request comes back in a page"),
        Attack(
            "line ends in the fields of a template",
            "Line ends that a stub has in its fields stay out of the head"),
        Attack(
            "templates, patterns and paths that are bombs",
            "refuse what is nested without end, and what would grow without end"),
        Attack(
            "a page of near misses without end",
            "say of a text that is too long for a page how much was left out"),
        Attack(
            "heads that come slowly, a thousand at once",
            "A client that takes its time is refused in the midst of a request"),
        Attack(
            "large bodies that are held open together",
            "Bodies that are too large together are refused, and have room again"),
        Attack(
            "nobody who reads the lines",
            "A reader who does not read holds up the writer, but nobody who must leave"),
        Attack(
            "a signal while nobody reads the lines",
            "A signal ends a server at once, also when nobody reads its lines"),
        Attack(
            "large bodies through the relay, with slow readers",
            "Every body arrives whole, however its reader and a reader of events pause"),
    ]

    static let load = [
        Attack(
            "thousands of tasks, most of them failures",
            "thousands of tasks, most of them failures, leave no descriptor and no memory"),
        Attack(
            "no descriptors left", "a process without descriptors says so, and goes on when there are some"),
        Attack(
            "a hundred times as many tasks on the screen",
            "A key and its frame take no longer with 100 times as many tasks"),
        Attack("nothing to do", "with nothing live nothing is written and no time is used"),
    ]

    static let random = [
        Attack("damaged inputs for every reader", "nothing that must hold is broken by inputs that are cut"),
        Attack(
            "any bytes as a compressed body",
            "takes any bytes without harm, and never gives out wrong content as right"),
        Attack(
            "any answers for the reader of requests", "Pipelined requests are the same however they are cut"),
    ]
}
