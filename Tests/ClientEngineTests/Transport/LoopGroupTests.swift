import Testing

@testable import ClientEngine

@Suite("The loops of a client, and which tasks each has")
struct LoopGroupTests {
    private func group(of count: Int) -> LoopGroup {
        var configuration = ClientConfiguration()
        configuration.connections.loopCount = count
        return LoopGroup(
            SharedParts(
                configuration, mocks: MockStore(), cache: nil, hub: EventHub(), backpressure: Backpressure(),
                connectionNumbers: ConnectionNumbers()))
    }

    /// The places of loops in their group, for the URLs in turn.
    private func places(of urls: [String], in group: LoopGroup) throws -> [Int] {
        try urls.map { url in
            let loop = group.loop(for: try RequestURL(parsing: url))
            return try #require(group.all.firstIndex { $0 === loop })
        }
    }

    private func origins(_ range: Range<Int>) -> [String] { range.map { "http://host-\($0).test/" } }

    @Test("there is one at least, and it has everything", arguments: [-1, 0, 1])
    func least(count: Int) throws {
        let group = group(of: count)
        #expect(group.all.count == 1)
        #expect(try places(of: origins(0..<9), in: group) == Array(repeating: 0, count: 9))
        #expect(group.loop(for: nil) === group.first)
    }

    @Test("eight origins are spread evenly over four loops, and stay where they are")
    func even() throws {
        let group = group(of: 4)
        let first = try places(of: origins(0..<8), in: group)
        #expect(first == [0, 1, 2, 3, 0, 1, 2, 3])
        #expect(try places(of: origins(0..<8).reversed(), in: group) == first.reversed())
        #expect(group.loop(for: nil) === group.first)
    }

    @Test("an origin is scheme, host and port, and nothing else of a URL")
    func origin() throws {
        let group = group(of: 4)
        let same = ["http://a.test", "http://A.test:80/b?c=d", "http://user@a.test/#e"]
        #expect(try places(of: same, in: group) == [0, 0, 0])
        #expect(
            try places(of: ["https://a.test", "http://a.test:81", "http://b.test"], in: group) == [1, 2, 3])
    }

    @Test("a new origin gets the loop that has least to do")
    func busy() throws {
        let group = group(of: 2)
        #expect(try places(of: ["http://busy.test", "http://login.test"], in: group) == [0, 1])
        for _ in 0..<10 { group.all[0].beginTask() }
        #expect(try places(of: origins(0..<3), in: group) == [1, 1, 1])
        for _ in 0..<10 { group.all[0].endTask() }
        #expect(try places(of: origins(3..<6), in: group) == [0, 0, 0])
    }

    @Test("ten thousand origins, most of them forgotten again, are spread evenly, too")
    func many() throws {
        let places = try places(of: origins(0..<10_000), in: group(of: 4))
        #expect((0..<4).map { place in places.count { $0 == place } } == [2_500, 2_500, 2_500, 2_500])
    }
}
