import EngineJSON
import EngineMocks

/// Reads and writes mocks as WireMock stub mappings: one stub, or `{"mappings": […]}`.
///
/// A stub with an unsupported member that would change what it matches or answers is rejected with the name of the
/// member. A mock that answers too much would be worse than no mock.
public enum StubFile {
    /// The content of a file.
    public struct Reading: Sendable {
        /// The mocks.
        public var mocks: [Mock] = []
        /// The reasons why other stubs, or the whole file, were rejected.
        public var rejected: [StubProblem] = []
        /// Warnings about stubs that were accepted.
        public var warnings: [StubProblem] = []
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The name of the file, from which stubs without an identifier get one.
    ///   - fillsInAll: Whether every response is a template, as with WireMock's `--global-response-templating`.
    ///   - bodyFile: Returns the location of the file with a normalized path under `__files/`, or `nil` if it must not
    ///     be used. The mocks keep the closure for file names that are templates, and call it on any thread.
    /// - Returns: The mocks, the reasons why others were rejected, and warnings.
    public static func parse(
        _ bytes: [UInt8], path: String, fillsInAll: Bool = false,
        bodyFile: @escaping @Sendable (String) -> String?
    ) -> Reading {
        guard bytes.count <= largest else {
            return Reading(rejected: [StubProblem("The file is larger than \(largest >> 20) MiB.")])
        }
        let strict = LenientJSON.strict(bytes)
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: strict, maximumDepth: 256)
        } catch {
            let problem = StubProblem(
                "The file is not JSON.", line: error.line, column: error.column, expected: error.expected)
            return Reading(rejected: [problem])
        }
        let stubs = root["mappings"]?.array ?? [root]
        guard stubs.count <= mostStubs else {
            return Reading(rejected: [StubProblem("The file holds more than \(mostStubs) stubs.")])
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
        guard !refusals.isEmpty || !unknown.isEmpty else { return Reading(mocks: mocks) }
        let places = StubPlaces(strict)
        let rejected = refusals.map { index, name, refusal in
            StubProblem(
                "The stub “\(name)” is refused: \(refusal.message)",
                line: places.line(of: refusal.key, inStub: index))
        }
        let warnings = unknown.map { index, name in
            StubProblem(
                "The transformer “\(name)” is not known and does nothing here.",
                line: places.line(of: "transformers", inStub: index))
        }
        return Reading(mocks: mocks, rejected: rejected, warnings: warnings)
    }

    /// Returns the names of unknown transformers, each with the index of the first stub that uses it.
    private static func unknownTransformers(in stubs: [JSONValue]) -> [(index: Int, name: String)] {
        var names: Set<String> = []
        return stubs.enumerated().flatMap { index, stub in
            StubReader.unknownTransformers(of: stub).filter { names.insert($0).inserted }.map { (index, $0) }
        }
    }

    private static func located(
        _ path: String, by bodyFile: (String) -> String?
    ) throws(StubError) -> String {
        do throws(FileSourceError) {
            if let location = bodyFile(try FileRules().normalized(path)) { return location }
        } catch {
            throw StubError(message: error.message, key: "bodyFileName")
        }
        throw StubError(message: "There is no file “\(path)”.", key: "bodyFileName")
    }

    /// The largest size of a file in bytes.
    private static let largest = 64 << 20

    /// The largest number of stubs in a file, a limit that protects against files with another purpose.
    private static let mostStubs = 100_000
}
