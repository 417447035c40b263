import ClientEngine

func guideToCredentials() {
    let client = Client(baseURL: "https://api.example.com/v1/") { $0.authentication = .bearer("secret") }
    let admin = Request.get("users").with { $0.authentication = .basic(user: "root", password: "sesame") }
    let keyed = Request.get("users").with { $0.authentication = .headers(["X-Key": "abc"]) }
    let old = Request.get("reports").with { $0.authentication = .digest(user: "root", password: "sesame") }
    let open = Request.get("status").with { $0.authentication = .anonymous }
    print(client.configuration.authentication ?? .anonymous, admin, keyed, old, open)
}

final class SignedRequests: Authenticator {
    func headers(for request: Request) async throws -> AuthenticationHeaders {
        ["X-Signature": "\(request.method) \(request.url)"]
    }

    func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer {
        challenge.response.status == 401 ? .sendAgain : .giveUp
    }
}

struct Session: Codable, Sendable { var access: String; var refresh: String }

func guideToRenewals() {
    let login = Client(baseURL: "https://login.example.com/")
    let session = RenewableToken(Session(access: "a", refresh: "r")) { session in
        ["Authorization": "Bearer \(session.access)"]
    } renew: { _, old in
        let body = Body.json(["refresh": .string(old.refresh)])
        return .renewed(try await login.send(Request.post("token", body: body).decoding(Session.self)))
    }
    let api = Client(baseURL: "https://api.example.com/") { $0.authentication = .authenticator(session) }
    print(api.configuration.authentication ?? .anonymous)
}
