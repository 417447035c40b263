import EngineHTTP
import EngineSupport
import InspectorHTTPServer

/// The credentials of the HTTPS port of one server, made when they are first needed: most servers never need any.
final class Credentials: Sendable {
    private struct Made {
        var authority: Authority?
        var handshake: Handshake?
        var file: CertificateFile?
        var isOver = false
    }

    private let behaviour: TLSBehaviour
    private let made = Locked(Made())

    init(_ behaviour: TLSBehaviour) {
        self.behaviour = behaviour
    }

    func handshake() throws -> Handshake {
        try made.withLock { made in
            if let handshake = made.handshake { return handshake }
            let handshake = try Self.authority(of: &made).handshake(behaviour)
            made.handshake = handshake
            return handshake
        }
    }

    /// The path of a file with the authority's certificate; nothing is there when it cannot be made.
    var file: String {
        made.withLock { made in
            if made.file == nil, !made.isOver, let authority = try? Self.authority(of: &made) {
                made.file = try? CertificateFile(authority.certificate.pem)
            }
            return made.file?.path ?? CertificateFile.nowhere
        }
    }

    func client() throws -> Certificate {
        try made.withLock { try Self.authority(of: &$0).client() }
    }

    func end() {
        made.withLock { made in
            made.file?.remove()
            made.isOver = true
        }
    }

    private static func authority(of made: inout Made) throws -> Authority {
        if let authority = made.authority { return authority }
        let authority = try Authority()
        made.authority = authority
        return authority
    }
}
