import ClientEngine
import JSON

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
    ///   - bodyFile: where the file of a normalised path under `__files/` is; nil when it must not be used.
    /// - Returns: the mocks, and why others were refused.
    public static func parse(
        _ bytes: [UInt8], path: String, bodyFile: @escaping (String) -> String?
    ) -> (mocks: [Mock], rejected: [Diagnostic]) {
        guard bytes.count <= HTTPFile.maximumSize else {
            return ([], [Diagnostic(.error, line: 1, "The file is larger than 64 MiB.")])
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: bytes, maximumDepth: 256)
        } catch {
            return (
                [],
                [
                    Diagnostic(
                        .error, line: error.line, column: error.column, "The file is not JSON.",
                        expected: error.expected)
                ]
            )
        }
        let stubs = root["mappings"]?.array ?? [root]
        var mocks: [Mock] = []
        var rejected: [Diagnostic] = []
        for (index, stub) in stubs.enumerated() {
            let place = place(of: index, among: stubs.count, path: path)
            do throws(StubRefusal) {
                mocks.append(try StubReader(bodyFile: bodyFile).mock(stub, place: place))
            } catch {
                let name = stub["name"]?.string ?? place
                let line =
                    error.key.flatMap { Self.line(of: $0, in: bytes, isOnlyStub: stubs.count == 1) } ?? 1
                rejected.append(
                    Diagnostic(.error, line: line, "The stub “\(name)” is refused: \(error.message)"))
            }
        }
        return (mocks, rejected)
    }

    /// The line a key first stands in; only worth something where there is one stub.
    private static func line(of key: String, in bytes: [UInt8], isOnlyStub: Bool) -> Int? {
        guard isOnlyStub else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let range = text.firstRange(of: "\"\(key)\"") else { return nil }
        return text.utf8[..<range.lowerBound].count { $0 == 0x0A } + 1
    }
}

/// Why a stub is refused.
struct StubRefusal: Error {
    var message: String
    /// The member that is to blame.
    var key: String?

    static func unsupported(_ key: String) -> StubRefusal {
        StubRefusal(message: "“\(key)” is not supported.", key: key)
    }

    static func wrong(_ key: String, _ expected: String) -> StubRefusal {
        StubRefusal(message: "“\(key)” is not \(expected).", key: key)
    }
}
