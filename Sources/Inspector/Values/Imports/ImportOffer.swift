import RequestFormats

/// What was pasted, as text for files: asked about before anything is written.
struct ImportOffer: Equatable, Sendable {
    /// What came of it.
    struct Result: Equatable, Sendable {
        var offer: ImportOffer
        /// The file with the first new request.
        var path: String
        /// The request's place in it, from 1.
        var number: Int
        /// What people should know about where things went.
        var notices: [String] = []
    }

    /// What the text is, as a sentence goes on after "from": `a curl line`.
    var source: String
    /// How many requests there are.
    var count: Int
    /// Where the files go; until the workspace has placed it, what a folder of its own would be called.
    var folder = ""
    /// The files; the first holds requests.
    var files: [CollectionWriter.File]
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

    private var name: String { files.first?.path.split(at: "/").last.map(String.init) ?? "" }
}
