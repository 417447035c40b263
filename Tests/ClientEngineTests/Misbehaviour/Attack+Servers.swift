// Attacks on the wire, on memory and on time.
extension Attack {
    static let framing = [
        Attack(
            "a hundred misbehaving servers", "the task comes to what it must, once, and leaves nothing behind"
        ),
        Attack(
            "a status line that is none", "the task comes to what it must, once, and leaves nothing behind"),
        Attack(
            "an answer ahead of its request, on a kept connection",
            "what came on a kept connection is nobody's answer"
        ),
        Attack("lengths that contradict themselves or each other", "cannot be known from anything else"),
        Attack(
            "sizes of chunks that are no numbers", "have line ends of two bytes, and sizes that are numbers"),
        Attack("one header or trailer line for ever", "each is kept to the unit"),
        Attack(
            "redirects to files, other schemes, no host and nonsense",
            "a Location that cannot be used is an error"),
        Attack(
            "redirects without end, and back to plain http",
            "from https to plain http is refused, with the answer kept"),
        Attack("a redirect that would take a password along", "no credential goes to another origin"),
        Attack(
            "bombs and broken streams of every coding",
            "stops a bomb of any coding, and lets it pass where that is allowed"),
        Attack("a bomb in a bomb in a bomb", "refuses a tower of codings"),
        Attack(
            "consent that never comes (`100-continue`)",
            "a body waits for 100 Continue where the request says so"),
        Attack(
            "a refusal while the body is going up, then silence",
            "a complete answer before the end of the upload"),
        Attack(
            "cookies of four kilobytes by the hundred",
            "go out as far as they fit, and it is told that some did not"),
    ]

    static let frames = [
        Attack(
            "sixteen ways to break a connection inside of a body",
            "the task comes to what it must, once, and leaves nothing behind"),
        Attack("floods of frames, for other tasks", "a flood of frames ends, and holds up nobody else"),
        Attack(
            "floods of frames, for deadlines and for who cancels",
            "a flood of frames keeps no deadline and no cancel waiting"),
        Attack(
            "as many frames as a record of TLS holds, at once",
            "what comes in one read is worked off in a moment"),
        Attack(
            "a GOAWAY before anything was looked at",
            "a GOAWAY that lets no stream live has the request sent again"),
        Attack(
            "an early answer and a reset",
            "an early answer is taken though the server resets what is still going up"),
        Attack(
            "an early answer, and a window that stays shut", "a complete answer before the end of the upload"),
        Attack("a window of zero", "a window of zero costs no time, and the body goes when it opens"),
        Attack(
            "a reset for one of several streams",
            "what ends one request does not end its neighbours on the connection"),
        Attack("refusing for ever", "who refuses for ever is asked six times"),
    ]

    static let tls = [
        Attack(
            "certificates that are expired, for others, or of nobody",
            "what goes wrong has a sentence and a hint, and is never tried again"),
        Attack(
            "silence and plain HTTP in the handshake",
            "a handshake that does not go on runs into the deadline of connecting"),
        Attack(
            "a record that was changed on the way",
            "a byte that is changed on the way is a failure with a sentence"),
        Attack(
            "a reset inside of a body", "a connection that is cut inside of a body is truncated over TLS, too"
        ),
        Attack("half a body without close_notify", "half a body without close_notify is truncated"),
        Attack("messages of the handshake without end", "messages of TLS without end keep nobody waiting"),
        Attack(
            "another certificate behind a redirect or on a kept connection",
            "pins hold where a redirect leads"),
    ]

    static let bounds = [
        Attack("trailers without end", "the task comes to what it must, once, and leaves nothing behind"),
        Attack("trailers without end, handed on", "Trailers without end end a body that is passed on"),
        Attack(
            "a filter whose expression explodes, for a list",
            "An expression that backtracks without end costs the list a moment"),
        Attack("… and for `--fail-if`", "--fail-if with an expression that backtracks ends soon"),
        Attack(
            "forty thousand large answers in one session", "are the newest up to a limit, and the strip says"),
        Attack(
            "large bodies that other programs send to it",
            "count what another program sent as well as what it was answered"),
        Attack(
            "fresh secrets with every answer",
            "Thousands of secrets that are learnt and searched for in turns keep their numbers"),
        Attack(
            "large bodies that hold secrets",
            "The cost of a text hardly depends on how many secrets are known"),
        Attack(
            "lines of sixty megabytes in a request file",
            "are an error of their request alone, which keeps nothing of them"),
        Attack(
            "variables, references and environments in circles, and bombs of them",
            "Values of a run cannot grow without end either"),
        Attack(
            "documents that parsers are slow at",
            "Anything, again and again, is read, and filled in, in linear time"),
        Attack(
            "sixty megabytes of JSON on the screen",
            "Of a large JSON body the beginning is formatted at once, the rest in the background"),
    ]
}
