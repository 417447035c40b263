/// What was pasted, as text for files: asked about before anything is written.
struct ImportOffer: Equatable, Sendable {
    /// A file that would be written.
    struct File: Equatable, Sendable {
        var path: String
        var text: String
    }

    /// What came of it.
    struct Result: Equatable, Sendable {
        var offer: ImportOffer
        /// The place of the first new request in the first file, from 1.
        var number: Int
    }

    /// What the text is, as a sentence goes on after "from": `a curl line`.
    var source: String
    /// How many requests there are.
    var count: Int
    /// The files; the first holds requests.
    var files: [File]
    /// Whether the text goes behind what the file holds; else there is no such file yet.
    var isAppended = false
    /// What is not carried over, each as a sentence.
    var losses: [String] = []
    /// The variables that stand for secrets and have no value yet.
    var undefined: [String] = []

    /// What is asked, in one line.
    var question: String {
        let more = files.count > 1 ? " and \((files.count - 1).of("more file"))" : ""
        let end = losses.isEmpty ? "?" : ", all but \(losses.count.of("detail"))?"
        return "Import \(count.of("request")) from \(source) into \(name)\(more)\(end)"
    }

    /// What is said when it is done.
    var confirmation: Notice {
        var notice = Notice.information("Imported \(count.of("request")) into \(files.first?.path ?? "").")
        if !undefined.isEmpty {
            let list = undefined.map { "{{\($0)}}" }.joined(separator: ", ")
            notice.hint = "Secrets were left out: define \(list) in http-client.private.env.json."
        }
        return notice
    }

    private var name: String { files.first?.path.split(separator: "/").last.map(String.init) ?? "" }
}
