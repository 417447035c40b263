import ClientEngineRecording
import EnginePatterns
import Foundation
import InspectorTaskFilter
import Testing

@testable import ClientEngine

@Suite struct FilterTests {
    private static let now = Instant(nanoseconds: 10_000_000_000)

    /// 1: a retried GET with 200 and 2,000 bytes.
    ///
    /// 2: a mocked POST that timed out. 3: a waiting PUT.
    private let records: [TaskRecord] = [succeeded, failed, waiting].compactMap { $0 }

    private static func record(_ id: TaskID, _ method: HTTPMethod, _ path: String, query: String? = nil)
        -> TaskRecord?
    {
        guard let url = try? RequestURL(parsing: "https://api.test\(path)\(query.map { "?\($0)" } ?? "")")
        else { return nil }
        let origin = TaskOrigin(
            request: Request(method: method, url: url.text), url: url, date: Date(timeIntervalSince1970: 0))
        return TaskRecord(Event(task: id, at: Instant(nanoseconds: 0), .taskCreated(origin)))
    }

    private static func apply(_ events: [(Int64, Int, Event.Kind)], to record: TaskRecord?) -> TaskRecord? {
        guard var record else { return nil }
        for (millisecond, attempt, what) in events {
            let at = Instant(nanoseconds: millisecond * 1_000_000)
            record.apply(
                Event(task: record.id, attempt: attempt, exchange: attempt == 0 ? 0 : 1, at: at, what))
        }
        return record
    }

    private static func start(_ record: TaskRecord?, mock: MockReference? = nil) -> Event.Kind? {
        guard let record, let url = record.origin.url else { return nil }
        return .exchangeStarted(ExchangeStart(method: record.origin.request.method, url: url, mock: mock))
    }

    private static var succeeded: TaskRecord? {
        let record = record(1, .get, "/users/42", query: "q=Cats&page=2")
        guard let start = start(record) else { return nil }
        let connection = ConnectionRecord(
            id: 1, isReused: true, remote: ("10.0.0.1", 443), local: ("10.0.0.2", 1))
        let head = ResponseHead(status: 200, reason: "OK", headers: ["Content-Type": "application/json"])
        return apply(
            [
                (0, 1, .attemptStarted(reason: nil, waited: nil)), (0, 1, start), (1, 1, .phase(.wait)),
                (20, 1, .attemptEnded(.response(status: 503), retry: nil)),
                (30, 2, .attemptStarted(reason: .status(503), waited: .milliseconds(10))), (30, 2, start),
                (30, 2, .connected(connection)), (31, 2, .phase(.wait)), (81, 2, .phase(.receive)),
                (81, 2, .head(head)),
                (82, 2, .received(Array(repeating: 0, count: 2000))), (100, 2, .exchangeEnded(ExchangeEnd())),
                (100, 2, .taskEnded(.succeeded)),
            ], to: record)
    }

    private static var failed: TaskRecord? {
        let record = record(2, .post, "/orders")
        guard let start = start(record, mock: MockReference(id: "m", name: "Slow orders")) else { return nil }
        let error = ClientError(.timeout, .wait, "Nothing came.")
        return apply(
            [
                (0, 1, .attemptStarted(reason: nil, waited: nil)), (0, 1, start), (1, 1, .phase(.wait)),
                (5001, 1, .exchangeEnded(ExchangeEnd(error: error))),
                (5001, 1, .attemptEnded(.error(error), retry: nil)),
                (5001, 1, .taskEnded(.failed(error))),
            ], to: record)
    }

    private static var waiting: TaskRecord? {
        let record = record(3, .put, "/orders/7")
        guard let start = start(record) else { return nil }
        let plan = RetryPlan(
            reason: .status(503), delay: .seconds(1), until: Instant(nanoseconds: 0), explanation: "")
        let head = ResponseHead(status: 503, reason: "Busy", headers: [:])
        return apply(
            [
                (0, 1, .attemptStarted(reason: nil, waited: nil)), (0, 1, start), (1, 1, .phase(.receive)),
                (2, 1, .head(head)),
                (3, 1, .exchangeEnded(ExchangeEnd())),
                (3, 1, .attemptEnded(.response(status: 503), retry: plan)),
            ], to: record)
    }

    @Test(
        "A filter finds the tasks it describes",
        arguments: [
            ("", [1, 2, 3]), ("   ", [1, 2, 3]), ("users", [1]), ("ORDERS", [2, 3]), ("get /users", [1]),
            ("\"GET https\"", [1]), ("https://api.test/users", [1]), ("/orders", [2, 3]), ("/orders$/", [2]),
            ("/PUT|get/", [1, 3]),
            ("method:get", [1]), ("method:ge", []), ("status:200", [1]), ("status:5xx", [3]),
            ("status:>=200", [1, 3]),
            ("status:200..299", [1]), ("status:..299", [1]), ("status:<200", []), ("host:api", [1, 2, 3]),
            ("path:orders", [2, 3]), ("url:page=2", [1]), ("query.q:cats", [1]), ("query.page:3", []),
            ("scheme:https", [1, 2, 3]),
            ("type:json", [1]), ("state:failed", [2]), ("state:waiting", [3]), ("error:timeout", [2]),
            ("error:timeout/wait", [2]), ("error:timeout/connect", []), ("error:tls", []),
            ("attempts:2", [1]), ("attempts:>1", [1]),
            ("total:<=100ms", [1]), ("total:>5s", [2, 3]), ("total:100", [1]), ("ttfb:>50", [1]),
            ("ttfb:51ms", [1]),
            ("wait:>4s", [2]), ("size:2k", [1]), ("size:1k..1M", [1]), ("size:<1k", [3]), ("mock:slow", [2]),
            ("mock:m", [2]),
            ("since:10s", [1, 2, 3]), ("since:9s", []),
            ("is:failed", [2]), ("is:running", []), ("is:waiting", [3]), ("is:retried", [1]),
            ("is:mocked", [2]),
            ("is:reused", [1]), ("is:redirected", []),
            ("-users", [2, 3]), ("--users", [1]), ("users | is:failed", [1, 2]), ("orders -is:failed", [3]),
            ("(users | orders) status:5xx", [3]), ("-(users | is:failed)", [3]), ("users|orders", [1, 2, 3]),
            ("STATUS:200", [1]), ("mock:\"slow o\"", [2]),
            ("~c 200", [1]), ("~c 5xx", [3]), ("~m POST", [2]), ("~u users", [1]), ("~u \"page=2\"", [1]),
            ("~d api", [1, 2, 3]), ("~t json", [1]), ("~e", [2]), ("!~e ~d api", [1, 3]), ("!users", [2, 3]),
            ("~m PUT & ~c 503", [3]), ("(~e | ~m GET) & !~c 404", [1, 2]), ("q=Cats&page", [1]),
            ("assert:none", [1, 2, 3]), ("assert:failed", []),
        ] as [(String, [Int])])
    func matching(text: String, ids: [Int]) throws {
        let filter = try Filter(text)
        #expect(records.count == 3)
        #expect(records.filter { filter.matches($0, now: Self.now) }.map(\.id) == ids)
    }

    @Test("is:redirected goes by redirects, and not by what was sent again")
    func redirected() throws {
        let filter = try Filter("is:redirected")
        for reason in [ExchangeStart.Reason.redirect, .connectionLost] {
            let record = try #require(Self.record(1, .get, "/users"))
            var start = ExchangeStart(method: .get, url: try #require(record.origin.url))
            start.reason = reason
            let told = Self.apply(
                [(0, 1, .attemptStarted(reason: nil, waited: nil)), (0, 1, .exchangeStarted(start))],
                to: record)
            #expect(filter.matches(try #require(told), now: Self.now) == (reason == .redirect))
        }
    }

    /// Returns a task with a complete response of a status, and with test results.
    private static func answered(_ status: StatusCode, _ findings: [TestResult] = []) throws -> TaskRecord {
        let record = record(1, .get, "/x")
        let head = ResponseHead(status: status, reason: "", headers: [:])
        let story: [(Int64, Int, Event.Kind)] = [
            (0, 1, .attemptStarted(reason: nil, waited: nil)), (0, 1, try #require(start(record))),
            (1, 1, .head(head)), (2, 1, .exchangeEnded(ExchangeEnd())),
            (2, 1, .attemptEnded(.response(status: status), retry: nil)), (3, 1, .taskEnded(.succeeded)),
        ]
        return try #require(apply(story + findings.map { (4, 0, .annotated(Annotation($0))) }, to: record))
    }

    @Test(
        "is:failed finds what failed by its verdict: 5xx and failed assertions, not 4xx",
        arguments: [
            (200, [], false), (302, [], false), (404, [], false), (429, [], false), (500, [], true),
            (503, [], true), (500, [TestResult("status == 500", isAboutStatus: true, .passed)], false),
            (500, [TestResult("body exists", .passed)], true),
            (200, [TestResult("status == 201", isAboutStatus: true, .failed(actual: "status is 200"))], true),
            (404, [TestResult("capture a = body.a", .failed(actual: "there is no body"))], true),
        ] as [(StatusCode, [TestResult], Bool)])
    func failed(status: StatusCode, findings: [TestResult], isFailed: Bool) throws {
        let record = try Self.answered(status, findings)
        #expect(try Filter("is:failed").matches(record, now: Self.now) == isFailed)
        #expect(try Filter("-is:failed").matches(record, now: Self.now) == !isFailed)
        #expect(try Filter("state:succeeded").matches(record, now: Self.now))
    }

    @Test(
        "assert: goes by what the assertions came to",
        arguments: [
            ([], "none"), ([TestResult("capture", .noted("1"))], "none"),
            ([TestResult("a", .passed)], "passed"),
            ([TestResult("a", .passed), TestResult("b", .failed(actual: "c"))], "failed"),
        ] as [([TestResult], String)])
    func assertions(findings: [TestResult], word: String) throws {
        let record = try Self.answered(200, findings)
        for other in ["failed", "passed", "none"] {
            #expect(try Filter("assert:\(other)").matches(record, now: Self.now) == (other == word))
        }
    }

    @Test(
        "What is being written at the end of a text is a word, or the value of a key",
        arguments: [
            ("", nil, ""), ("st", nil, "st"), ("status:4", "status", "4"), ("a -(is:", "is", ""),
            ("a|ho", nil, "ho"), ("~c ", "status", ""), ("!~m PO", "method", "PO"), ("~c 1 x", nil, "x"),
            ("~", nil, "~"), ("http://h", nil, "http://h"),
        ] as [(String, String?, String)])
    func openTerm(text: String, key: String?, part: String) throws {
        let term = try #require(Filter.openTerm(in: text))
        #expect(term.key == key && term.part == part)
    }

    @Test(
        "Inside of quotation marks and expressions nothing is a word", arguments: ["\"st", "/st", "a /is:"])
    func noTerm(text: String) {
        #expect(Filter.openTerm(in: text) == nil)
    }

    @Test("Every value that is offered is understood")
    func offeredValues() {
        for word in Filter.words {
            for value in Filter.values(of: String(word.text.dropLast())) {
                #expect(throws: Never.self) { try Filter(word.text + value) }
            }
        }
    }

    @Test(
        "A mark is the caller's to know",
        arguments: [
            ("is:marked", true, [1]), ("-IS:Marked", true, [2, 3]), ("users -is:marked", true, []),
            ("is:marked | is:failed", true, [1, 2]), ("is:failed", false, [2]), ("marked", false, []),
        ] as [(String, Bool, [Int])])
    func marks(text: String, asksForMarks: Bool, ids: [Int]) throws {
        let filter = try Filter(text)
        #expect(filter.asksForMarks == asksForMarks)
        #expect(
            records.filter { filter.matches($0, now: Self.now, isMarked: $0.id == 1) }.map(\.id) == ids)
    }

    @Test(
        "An expression that backtracks costs a list little more than one task, and says what it could not decide"
    )
    func backtracking() throws {
        let record = try #require(Self.record(7, .get, "/" + String(repeating: "a", count: 40) + "!"))
        var budget = StepBudget(100_000)
        func verdict(_ text: String, about record: TaskRecord) throws -> Bool? {
            try Filter(text).matches(record, now: Self.now, within: &budget)
        }
        #expect(try verdict("/(a+)+$/", about: record) == nil)
        #expect(budget.left == 0)
        // The budget is exhausted, but conditions that need no steps are still evaluated.
        #expect(try verdict("/(a+)+$/", about: records[0]) == false)
        #expect(try verdict("/aaaa!/", about: record) == true)
        #expect(try verdict("-/(a+)+$/", about: record) == nil)
        #expect(try verdict("/(a+)+$/ method:POST", about: record) == false)
        #expect(try verdict("/(a+)+$/ | method:GET", about: record) == true)
        #expect(try verdict("/(a+)+$/ | method:POST", about: record) == nil)
        #expect(try verdict("/(a+)+$/ method:GET", about: record) == nil)
    }

    @Test("Where nothing is marked, nothing matches")
    func withoutMarks() throws {
        let filter = try Filter("is:marked")
        #expect(!records.isEmpty && records.allSatisfy { !filter.matches($0, now: Self.now) })
    }

    @Test(
        "A wrong filter says where it is wrong",
        arguments: [
            ("users colour:red", 6), ("status:", 7), ("status:abc", 7), ("status:>", 8), ("status:=>5", 7),
            ("total:5x", 6),
            ("total:1s..y", 10), ("(users", 0), ("users)", 5), ("users |", 7), ("| users", 0), ("-", 1),
            ("()", 1), ("\"users", 0),
            ("is:odd", 3), ("state:odd", 6), ("error:odd", 6), ("error:timeout/odd", 14), ("a /(/", 4),
            ("attempts:1.5", 9),
            ("size:99999999999999999999G", 5), ("since:x", 6), ("~", 0), ("a ~z 1", 2), ("~c", 2),
            ("~c odd", 3),
            ("assert:odd", 7), ("a &", 3), ("a & | b", 4),
        ])
    func errors(text: String, offset: Int) throws {
        let error = try #require(throws: FilterError.self) { try Filter(text) }
        #expect(error.offset == offset, "\(error.message)")
    }

    @Test("Deep nesting and random words end in a filter or an error", arguments: 0..<50)
    func robustness(seed: Int) {
        let words = [
            "(", ")", "|", "-", " ", "a", "status:", "5xx", "/", "\\", "\"", "is:", "..", ">", "é", "1s",
        ]
        var state = UInt64(seed + 1)
        let text = (0..<40).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return words[Int(state >> 33) % words.count]
        }.joined()
        do throws(FilterError) {
            let filter = try Filter(text)
            #expect(filter.text == text)
        } catch {
            #expect((0...text.utf8.count).contains(error.offset))
        }
        #expect(throws: FilterError.self) { () throws in try Filter(String(repeating: "(", count: 100_000)) }
        #expect(throws: Never.self) { try Filter(String(repeating: "-", count: 100_000) + "a") }
    }

    @Test("Every key and flag that is offered is understood")
    func offered() {
        #expect(Filter.keys.contains("status"))
        for flag in Filter.flags { #expect(throws: Never.self) { try Filter("is:\(flag)") } }
    }
}

extension Filter {
    /// Returns whether a task matches, with a new budget.
    fileprivate func matches(_ record: TaskRecord, now: Instant, isMarked: Bool = false) -> Bool {
        var budget = StepBudget()
        return matches(record, now: now, isMarked: isMarked, within: &budget) ?? false
    }
}
