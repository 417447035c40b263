import ClientEngine

func comparison() async throws {
    let client = Client(baseURL: "https://api.example.com/v1/") {
        $0.retry = .networkFailureOrServiceUnavailable(.retryTwice())
        $0.authentication = .basic(user: "root", password: "sesame")
    }
    struct User: Decodable, Sendable { var name: String }
    let users = Request.get("users", query: ["page": 2]).decoding([User].self)
    print(try await client.send(users).count)
}
