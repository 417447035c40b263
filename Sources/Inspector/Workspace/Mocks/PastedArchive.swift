import ClientEngine
import FoundationEssentials
import InspectorValues
import RequestFormats

/// An HTTP archive pasted on the mocks screen, or the path of one, which terminals paste for a dropped file.
package struct PastedArchive {
    /// The reason why a pasted text is no archive, in one sentence.
    package struct ReadError: Error {
        package var sentence: String
    }

    private let file: ImportFile

    package init(_ text: String) throws(ReadError) {
        let words = text.trimming { $0.isBlank || $0.isNewline }
        guard !words.hasPrefix("{") else {
            file = ImportFile(path: "pasted.har", bytes: Array(words.utf8))
            return
        }
        guard let path = Self.path(words) else {
            throw ReadError(sentence: "That is no HTTP archive, and no path of one: its name ends in .har.")
        }
        let bytes = try Result { () throws(FileError) in
            try RegularFile(path).contents(limit: ImportFile.maximumSize)
        }.mapError { ReadError(sentence: $0.description) }.get()
        file = ImportFile(path: path, bytes: bytes)
    }

    /// Returns the path in a line, without quotation marks and escapes that terminals add.
    private static func path(_ line: String) -> String? {
        var path = line
        for quote in ["'", "\""] where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            path = String(path.dropFirst().dropLast())
        }
        if path.hasPrefix("file://") { path = URL(string: path)?.path ?? path }
        path = path.replacing("\\ ", with: " ")
        path = RequestPaths.expandingHome(path)
        let isPath = path.lowercased().hasSuffix(".har") && !path.contains(where: \.isNewline)
        return isPath ? path : nil
    }

    package func offer(besides scenarios: Set<String>) throws(ReadError) -> MockOffer {
        let recording = try Result { () throws(ImportError) in try HARRecording(file) }
            .mapError { ReadError(sentence: $0.description) }.get()
        let mocks = MockRecording.mocks(of: recording.exchanges, besides: scenarios)
        guard !mocks.isEmpty else {
            throw ReadError(sentence: "\(file.path): there is no request with an answer in it.")
        }
        let name = file.path.fileName
        return MockOffer(
            batch: MockBatch(name: name, mocks: mocks, madeOf: recording.requests),
            count: recording.exchanges.count,
            warnings: recording.warnings)
    }
}
