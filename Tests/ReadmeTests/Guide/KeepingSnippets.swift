import ClientEngine

func guideToCookies() async throws {
    let jar = CookieJar()
    let client = Client(baseURL: "https://api.example.com/") { $0.cookies = jar }
    _ = try await client.send(.post("login"))
    for cookie in jar.all { print(cookie.domain, cookie.path, cookie.name, cookie.value) }
    jar.remove { $0.name == "tracking" }

    let bare = Request.get("status").with { $0.usesCookies = false }
    let other = Client { $0.cookies = nil }

    try jar.load(from: "cookies.txt", as: .netscape)
    try jar.save(to: "cookies.json", as: .json, includingSession: true)
    print(bare, other.configuration.baseURL ?? "")
}

func guideToTheCache() async throws {
    let client = Client(baseURL: "https://api.example.com/") { $0.cache = .memory(16 << 20) }
    let again = try await client.send(.get("users"))
    print(again.record.isCached)

    let offline = Request.get("users").with { $0.cachePolicy = .onlyCached }
    let own = Request.get("me").with { $0.storagePolicy = .memoryOnly }
    print(offline, own)
}
