import ClientEngine

func guideToTLS(_ client: Client) async throws {
    let inside = Client(baseURL: "https://intranet.example.com/") {
        $0.connections.tls.certificateAuthorities = "/etc/company/authorities.pem"
        $0.connections.tls.clientCertificate = ClientCertificate(pkcs12File: "me.p12", password: "sesame")
        $0.connections.proxy = "http://proxy.example.com:3128"
    }

    let response = try await client.send(.get("status"))
    for certificate in response.record.lastExchange?.connection?.tls?.certificates ?? [] {
        print(certificate.subject, certificate.fingerprint(.publicKeySHA256) ?? "")
    }
    print(inside.configuration.connections.tls)
}

func guideToPins() throws {
    let pin = try Pin(.publicKeySHA256, "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    let pinning = Client(baseURL: "https://api.example.com/") {
        $0.connections.tls.hosts["example.com"] = .pins([pin])
        $0.connections.tls.hosts["staging.example.com"] = .debug
    }
    print(pinning.configuration.connections.tls.hosts)
}

func guideToTrust() {
    let known: Set<String> = []
    let deciding = Client {
        $0.connections.tls.challenge = { trust in
            if trust.verification == .trusted { return .accept }
            return known.contains(trust.certificates.first?.fingerprint(.sha256) ?? "") ? .accept : .reject
        }
    }
    print(deciding.configuration.connections.tls)
}

func guideToInwardRedirects() {
    let fetcher = Client { $0.followsRedirectsInward = false }
    print(fetcher.configuration.followsRedirectsInward)
}
