import ClientEngine
import EngineJSON

/// Reads and writes mocks as WireMock stub mappings: one stub, or `{"mappings": […]}`.
///
/// A stub that says anything that would change what it matches or answers, and is not supported, is refused by name:
/// a mock that answers too much is worse than none.
public enum StubFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - path: its name, from which stubs without an identifier get theirs.
    ///   - fillsInAll: whether every response is a template, as with WireMock's `--global-response-templating`.
    ///   - bodyFile: where the file of a normalised path under `__files/` is; nil when it must not be used. It is kept
    ///     for files whose names are templates, and called on any thread.
    /// - Returns: the mocks, the reasons why others were refused, and warnings about stubs that were read.
    public static func parse(
        _ bytes: [UInt8], path: String, fillsInAll: Bool = false,
        bodyFile: @escaping @Sendable (String) -> String?
    ) -> (mocks: [Mock], rejected: [Diagnostic], warnings: [Diagnostic]) {
        guard bytes.count <= HTTPFile.maximumSize else {
            return ([], [Diagnostic(.error, line: 1, "The file is larger than 64 MiB.")], [])
        }
        let strict = LenientJSON.strict(bytes)
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: strict, maximumDepth: 256)
        } catch {
            return ([], [Diagnostic(error)], [])
        }
        let stubs = root["mappings"]?.array ?? [root]
        guard stubs.count <= mostStubs else {
            return ([], [Diagnostic(.error, line: 1, "The file holds more than \(mostStubs) stubs.")], [])
        }
        var mocks: [Mock] = []
        var refusals: [(index: Int, name: String, refusal: StubError)] = []
        for (index, (stub, id)) in zip(stubs, identifiers(of: stubs, path: path)).enumerated() {
            do throws(StubError) {
                let reader = StubReader(fillsInAll: fillsInAll) { path throws(StubError) in
                    try located(path, by: bodyFile)
                }
                mocks.append(try reader.mock(stub, id: id))
            } catch {
                refusals.append((index, stub["name"]?.string ?? id, error))
            }
        }
        let unknown = Self.unknownTransformers(in: stubs)
        guard !refusals.isEmpty || !unknown.isEmpty else { return (mocks, [], []) }
        let places = StubPlaces(strict)
        let rejected = refusals.map { index, name, refusal in
            Diagnostic(
                .error, line: places.line(of: refusal.key, inStub: index),
                "The stub “\(name)” is refused: \(refusal.message)")
        }
        let warnings = unknown.map { index, name in
            Diagnostic(
                .warning, line: places.line(of: "transformers", inStub: index),
                "The transformer “\(name)” is not known and does nothing here.")
        }
        return (mocks, rejected, warnings)
    }

    /// Returns the names of transformers that do nothing, each with the index of the first stub that states it.
    private static func unknownTransformers(in stubs: [JSONValue]) -> [(index: Int, name: String)] {
        var names: Set<String> = []
        return stubs.enumerated().flatMap { index, stub in
            StubReader.unknownTransformers(of: stub).filter { names.insert($0).inserted }.map { (index, $0) }
        }
    }

    private static func located(
        _ path: String, by bodyFile: (String) -> String?
    ) throws(StubError) -> String {
        let normalized = try Result { () throws(FileSourceError) in try FileRules().normalized(path) }
            .mapError { StubError(message: $0.message, key: "bodyFileName") }.get()
        guard let location = bodyFile(normalized) else {
            throw StubError(message: "There is no file “\(path)”.", key: "bodyFileName")
        }
        return location
    }

    /// A file with more was made by a machine that had something else in mind.
    private static let mostStubs = 100_000
}
