import ClientEngine

func guideToTLS(_ client: Client) async throws {
    let inside = Client(baseURL: "https://intranet.example.com/") {
        $0.tls.certificateAuthorities = "/etc/company/authorities.pem"
        $0.tls.clientCertificate = ClientCertificate(pkcs12File: "me.p12", password: "sesame")
        $0.proxy = "http://proxy.example.com:3128"
    }

    let response = try await client.send(.get("status"))
    for certificate in response.record.lastExchange?.connection?.tls?.certificates ?? [] {
        print(certificate.subject, certificate.fingerprint(.publicKeySHA256) ?? "")
    }
    print(inside.configuration.tls)
}

func guideToPins() throws {
    let pin = try Pin(.publicKeySHA256, "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    let pinning = Client(baseURL: "https://api.example.com/") {
        $0.tls.hosts["example.com"] = .pins([pin])
        $0.tls.hosts["staging.example.com"] = .debug
    }
    print(pinning.configuration.tls.hosts)
}

func guideToTrust() {
    let known: Set<String> = []
    let deciding = Client {
        $0.tls.challenge = { trust in
            if trust.isTrusted { return .accept }
            return known.contains(trust.certificates.first?.fingerprint ?? "") ? .accept : .reject
        }
    }
    print(deciding.configuration.tls)
}

func guideToInwardRedirects() {
    let fetcher = Client { $0.followsRedirectsInward = false }
    print(fetcher.configuration.followsRedirectsInward)
}
