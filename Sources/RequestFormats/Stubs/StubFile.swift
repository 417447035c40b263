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
    /// - Returns: the mocks, and why others were refused.
    public static func parse(
        _ bytes: [UInt8], path: String, fillsInAll: Bool = false,
        bodyFile: @escaping @Sendable (String) -> String?
    ) -> (mocks: [Mock], rejected: [Diagnostic]) {
        guard bytes.count <= HTTPFile.maximumSize else {
            return ([], [Diagnostic(.error, line: 1, "The file is larger than 64 MiB.")])
        }
        let strict = LenientJSON.strict(bytes)
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: strict, maximumDepth: 256)
        } catch {
            return ([], [Diagnostic(error)])
        }
        let stubs = root["mappings"]?.array ?? [root]
        guard stubs.count <= mostStubs else {
            return ([], [Diagnostic(.error, line: 1, "The file holds more than \(mostStubs) stubs.")])
        }
        var mocks: [Mock] = []
        var refusals: [(index: Int, name: String, refusal: StubError)] = []
        for (index, (stub, id)) in zip(stubs, identifiers(of: stubs, path: path)).enumerated() {
            do throws(StubError) {
                let reader = StubReader(fillsInAll: fillsInAll, bodyFile: bodyFile)
                mocks.append(try reader.mock(stub, id: id))
            } catch {
                refusals.append((index, stub["name"]?.string ?? id, error))
            }
        }
        guard !refusals.isEmpty else { return (mocks, []) }
        let places = StubPlaces(strict)
        let rejected = refusals.map { index, name, refusal in
            Diagnostic(
                .error, line: places.line(of: refusal.key, inStub: index),
                "The stub “\(name)” is refused: \(refusal.message)")
        }
        return (mocks, rejected)
    }

    /// A file with more was made by a machine that had something else in mind.
    private static let mostStubs = 100_000
}

struct StubError: Error {
    var message: String
    var key: String?

    static func unsupported(_ key: String) -> StubError {
        StubError(message: "“\(key)” is not supported.", key: key)
    }

    static func wrong(_ key: String, _ expected: String) -> StubError {
        StubError(message: "“\(key)” is not \(expected).", key: key)
    }

    /// The error of a part of the mock that no store would take.
    static func rejected(_ rejection: MockError, key: String? = nil) -> StubError {
        StubError(message: rejection.message, key: key)
    }
}
