import ClientEngine

func guideToTLS() {
    let inside = Client(baseURL: "https://intranet.example.com/") {
        $0.tls.certificateAuthorities = "/etc/company/authorities.pem"
        $0.tls.clientCertificate = .init(file: "me.pem", keyFile: "me.key")
        $0.proxy = "http://proxy.example.com:3128"
    }
    print(inside.configuration.tls)
}

func guideToInwardRedirects() {
    let fetcher = Client { $0.followsRedirectsInward = false }
    print(fetcher.configuration.followsRedirectsInward)
}
