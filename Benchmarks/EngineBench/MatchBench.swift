import ClientEngine
import FoundationEssentials
import Glibc

/// Queries stores of 10, 1,000 and 10,000 mocks, and sends requests that mocks answer.
struct MatchBench {
    private static let counts = [10, 1_000, 10_000]
    private static let requestsPerRound = 20_000

    /// Prints the results.
    ///
    /// The lines are `match COUNT NANOSECONDS` and `patterns COUNT NANOSECONDS` for each size, and
    /// `mocked COUNT REQUESTS-PER-SECOND` for requests through a client.
    func run() async throws {
        for count in Self.counts {
            print("match", count, try nanosecondsPerMatch(among: count))
            print(
                "patterns", count,
                try nanosecondsPerMatch(among: count) { .pathPattern("/kind-\($0)/[0-9]+") })
        }
        for count in [Self.counts[0], Self.counts[2]] {
            print("mocked", count, try await requestsPerSecond(among: count))
        }
    }

    /// Returns an address like those in a folder of stubs: a path, a path with a query, or a template.
    private static func address(_ index: Int) -> Mock.Address {
        switch index % 3 {
        case 0: .path("/kind-\(index)/7")
        case 1: .pathAndQuery("/kind-\(index)/7?page=1")
        default: .pathTemplate("/kind-\(index)/{id}")
        }
    }

    private static func fill(_ store: MockStore, _ count: Int, _ address: (Int) -> Mock.Address) throws {
        for index in 0..<count {
            let match = Mock.Match(method: .get, address: address(index))
            try store.add(Mock(id: "\(index)", name: "\(index)", match: match, answers: [.status(204)]))
        }
    }

    /// Returns the best result of several rounds, because other programs share the machine.
    private func nanosecondsPerMatch(
        among count: Int, _ address: (Int) -> Mock.Address = Self.address
    ) throws -> Int {
        let store = MockStore()
        try Self.fill(store, count, address)
        let requests = try stride(from: 0, to: count, by: max(1, count / 10)).map { index in
            let url = try RequestURL(
                parsing: "http://api.test/kind-\(index)/7\(index % 3 == 1 ? "?page=1" : "")")
            return MockedRequest(method: .get, url: url, headers: ["Accept": "*/*"], body: .none)
        }
        let now = Date()
        var best = Double.infinity
        for _ in 1...7 {
            let begin = SystemTime().now()
            for index in 0..<Self.requestsPerRound {
                guard store.answer(requests[index % requests.count], now: now) != nil else { exit(1) }
            }
            best = min(best, (SystemTime().now() - begin).seconds)
        }
        return Int(best * 1e9 / Double(Self.requestsPerRound))
    }

    private func requestsPerSecond(among count: Int) async throws -> Int {
        let client = Client(baseURL: "http://api.test/")
        try Self.fill(client.mocks, count, Self.address)
        let (workers, share) = (64, 500)
        let begin = SystemTime().now()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    let request = Request.get("/kind-\(worker * 3 % count / 3 * 3)/7")
                    for _ in 0..<share where try await client.send(request).status != 204 { exit(1) }
                }
            }
            try await group.waitForAll()
        }
        return Int(Double(workers * share) / (SystemTime().now() - begin).seconds)
    }
}
