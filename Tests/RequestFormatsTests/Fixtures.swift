import ClientEngine
import ClientEngineWireMock
import Foundation
import RequestFormats
import Testing

/// Files in memory.
struct MemoryFiles: FileSource {
    var files: [String: [UInt8]] = [:]

    init(_ files: [String: String] = [:]) {
        self.files = files.mapValues { Array($0.utf8) }
    }

    func location(of path: String) throws(FileSourceError) -> String {
        guard files[path] != nil else { throw FileSourceError("There is no file “\(path)”.") }
        return "/base/\(path)"
    }

    func bytes(of path: String) throws(FileSourceError) -> [UInt8] {
        guard let bytes = files[path] else { throw FileSourceError("There is no file “\(path)”.") }
        return bytes
    }
}

extension DynamicValues {
    /// The date 2026-11-20T20:34:12.345Z, the random bits 0x0123456789abcdef, and one variable in each source.
    static let fixed = DynamicValues(
        date: { Date(timeIntervalSince1970: 1_795_206_852.345) }, random: { 0x0123_4567_89AB_CDEF },
        environment: { $0 == "HOME" ? "/home/me" : nil }, dotenv: ["KEY": "from dotenv"])
}

extension VariableScope {
    static func fixed(_ overrides: [String: String] = [:], environment: [String: String] = [:])
        -> VariableScope
    {
        VariableScope(
            overrides: overrides, environment: SelectedEnvironment(values: environment), dynamic: .fixed)
    }
}

/// Parses a document and fills in its requests.
func resolved(
    _ text: String, dialect: HTTPFile.Dialect = .union, scope: VariableScope = .fixed(),
    files: MemoryFiles = MemoryFiles()
) throws -> [Request] {
    let file = HTTPFile(parsing: text, path: "test.http", dialect: dialect)
    let resolver = RequestResolver(file, variables: scope, files: files)
    return try file.requests.map { try resolver.resolve($0) }
}

/// Parses a document and fills in its only request.
func request(
    _ text: String, dialect: HTTPFile.Dialect = .union, scope: VariableScope = .fixed(),
    files: MemoryFiles = MemoryFiles()
) throws -> Request {
    try #require(try resolved(text, dialect: dialect, scope: scope, files: files).first)
}

/// Parses a document whose first request cannot be filled in.
///
/// Returns the error.
func failure(
    _ text: String, dialect: HTTPFile.Dialect = .union, scope: VariableScope = .fixed(),
    files: MemoryFiles = MemoryFiles()
) throws -> ResolveError {
    try #require(throws: ResolveError.self) {
        try resolved(text, dialect: dialect, scope: scope, files: files)
    }
}

extension Request {
    /// The body as text, or `nil`.
    var bodyText: String? {
        guard case .bytes(let bytes) = body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
