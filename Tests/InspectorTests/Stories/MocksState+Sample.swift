import ClientEngine
import Foundation

@testable import InspectorScreen

extension MocksState.Row {
    static let sample = MocksState.Row(
        mock: Mock(
            id: "m1", name: "GET /users/42 → 200", match: .init(method: .get, address: .path("/users/42")),
            answers: [.init(.response(Mock.Reply(body: .text(#"{"id":42}"#))))]),
        hits: 1, lastHit: nil, isSpent: false)

    /// A mock of each kind: enabled and hit, used up, disabled, a failure, and one with the highest priority.
    static let samples: [MocksState.Row] = {
        var first = MocksState.Row.sample
        first.mock.priority = 1
        first.lastHit = Date(timeIntervalSince1970: 1_700_000_300)
        var spent = MocksState.Row.sample
        spent.mock = Mock(
            id: "m2", name: "orders-ok",
            match: .init(method: .post, address: .path("/orders")), answers: [.status(201)], times: 2)
        spent.mock.match.body = [.equalToJSON(.init(["item": 7], ignoresExtraElements: true))]
        spent.hits = 2
        spent.isSpent = true
        var off = MocksState.Row(
            mock: Mock(
                id: "m3", name: "search is down", match: .init(method: .get, address: .path("/search")),
                answers: [.fault(.reset)]), hits: 0, lastHit: nil, isSpent: false)
        off.mock.isEnabled = false
        off.mock.match.query = [.init("q", "cats")]
        let cut = Mock.Answer(
            .fault(.truncate(afterBytes: 16), of: Mock.Reply(body: .text("a longer body than that"))))
        let last = MocksState.Row(
            mock: Mock(
                id: "m4", name: "cut", match: .init(address: .pathTemplate("/a/{id}")), answers: [cut]),
            hits: 12, lastHit: nil, isSpent: false)
        return [first, spent, off, last]
    }()
}
