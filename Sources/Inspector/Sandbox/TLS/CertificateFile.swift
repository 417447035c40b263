import EngineHTTP
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorHTTPServer

/// A file with a certificate that everybody may read; gone when it is removed or let go.
final class CertificateFile: Sendable {
    static let nowhere = "/nonexistent/sandbox-ca.pem"

    let path: String
    private let isThere = Locked(true)

    init(_ pem: String) throws {
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/sandbox-ca.XXXXXX.pem".utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else { throw ServerError("make a file in \(folder)") }
        defer { close(descriptor) }
        path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        let bytes = Array(pem.utf8)
        guard fchmod(descriptor, 0o644) == 0, write(descriptor, bytes, bytes.count) == bytes.count else {
            let error = ServerError("write \(path)")
            unlink(path)
            throw error
        }
    }

    deinit {
        remove()
    }

    /// Removes the file; a second call does nothing, because the path may be somebody else's by then.
    func remove() {
        isThere.withLock { isThere in
            if isThere { unlink(path) }
            isThere = false
        }
    }
}
