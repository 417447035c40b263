import InspectorHTTPServer

/// The certificate authority of one server: made at its start, valid for a week, for names of this machine only.
struct Authority: Sendable {
    /// The names and addresses that the server can be reached under.
    static let names = "DNS:localhost,DNS:sandbox.localhost,IP:127.0.0.1,IP:::1"

    let certificate: Certificate

    init() throws {
        let addresses =
            "permitted;IP:127.0.0.1/255.255.255.255,permitted;IP:::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
        certificate = try Certificate(
            Certificate.Description(
                commonName: "Sandbox CA", mayCertify: "critical,permitted;DNS:localhost," + addresses,
                pathLength: 0))
    }

    func handshake(_ behaviour: TLSBehaviour) throws -> Handshake {
        var description = Certificate.Description(commonName: "Sandbox server", names: Self.names)
        switch behaviour {
        case .proper:
            return .tls(try server(description))
        case .http2:
            return .tls(try TLSServer(issued(description), issuer: certificate, speaksHTTP2: true))
        case .expired:
            description.validity = -3 * 86_400 ... -86_400
            return .tls(try server(description))
        case .wrongHost:
            description.names = "DNS:other.localhost,DNS:another.localhost"
            return .tls(try server(description))
        case .selfSigned:
            return .tls(try TLSServer(Certificate(description)))
        case .outdated:
            return .tls(try TLSServer(issued(description), issuer: certificate, isOutdated: true))
        case .wantsClientCertificate:
            return .tls(
                try TLSServer(issued(description), issuer: certificate, clientAuthority: certificate))
        case .plainHTTP: return .script(Self.answerInPlainHTTP)
        case .closes: return .script { $0.close(after: 1) }
        case .stalls: return .script { $0.waitUntilClosed() }
        }
    }

    func client() throws -> Certificate {
        try issued(Certificate.Description(commonName: "Sandbox client"))
    }

    private func issued(_ description: Certificate.Description) throws -> Certificate {
        try Certificate(description, signedBy: certificate)
    }

    private func server(_ description: Certificate.Description) throws -> TLSServer {
        try TLSServer(issued(description), issuer: certificate)
    }

    private static func answerInPlainHTTP(_ connection: RawConnection) {
        _ = connection.read(1)
        connection.write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        connection.closeAfterDraining()
    }
}

extension RawConnection {
    fileprivate func close(after count: Int) {
        _ = read(count)
        close()
    }
}
