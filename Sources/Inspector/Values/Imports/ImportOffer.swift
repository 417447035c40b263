import RequestFormats

/// A pasted text converted to files, to be confirmed before anything is written.
package struct ImportOffer: Equatable, Sendable {
    package struct Result: Equatable, Sendable {
        package var offer: ImportOffer
        /// The file with the first new request.
        package var path: String
        /// The number of the request in the file, from 1.
        package var number: Int
        /// Notes about where parts of the text were stored.
        package var notices: [String]

        package init(offer: ImportOffer, path: String, number: Int, notices: [String] = []) {
            self.offer = offer
            self.path = path
            self.number = number
            self.notices = notices
        }
    }

    /// The kind of the text, as a phrase after "from": `a curl line`.
    var source: String
    package var count: Int
    /// The folder of the files.
    ///
    /// Until the workspace assigns one, this is a suggested folder name.
    package var folder: String
    package var files: [CollectionWriter.File]
    /// Indicates whether the text is appended to an existing file rather than written to a new one.
    package var isAppended: Bool
    /// The warnings, one sentence each.
    package var warnings: [String]
    /// The variables that replace secrets and have no value yet.
    package var undefined: [String]

    package init(
        source: String, count: Int, folder: String = "", files: [CollectionWriter.File],
        isAppended: Bool = false, warnings: [String] = [], undefined: [String] = []
    ) {
        self.source = source
        self.count = count
        self.folder = folder
        self.files = files
        self.isAppended = isAppended
        self.warnings = warnings
        self.undefined = undefined
    }

    /// The question, in one line.
    package var question: String {
        let more = files.count > 1 ? " and \((files.count - 1).of("more file"))" : ""
        let end = warnings.isEmpty ? "?" : ", all but \(warnings.count.of("detail"))?"
        return "Import \(count.of("request")) from \(source) into \(name)\(more)\(end)"
    }

    private var name: String { files.first?.path.split(at: "/").last.map(String.init) ?? "" }
}
