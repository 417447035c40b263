import Foundation

@testable import ClientEngine

/// Plays the steps of a case against a cache, with a simulated server and clock, without sleeping.
final class CacheTrial {
    private struct Seen {
        var number: Int
        var headers: Headers
    }

    private struct Answer {
        var head: ResponseHead
        var body: String
    }

    private let steps: [CacheStep]
    private let cache: ResponseCache
    private var now = Date(timeIntervalSince1970: 1_800_000_000)
    private var seen: [Seen] = []

    init(_ steps: [CacheStep], _ cache: ResponseCache) {
        self.steps = steps
        self.cache = cache
    }

    /// Returns the unmet expectations, or an empty list.
    func failures() -> [String] {
        var failures: [String] = []
        for index in steps.indices {
            let before = seen.count
            let answer = fetch(index)
            failures += check(answer, index, before).map { "request \(index + 1): \($0)" }
            if steps[index].pauses { now += 3 }
        }
        return failures
    }

    private func url(_ step: CacheStep) -> RequestURL {
        let path = "/test/case" + (step.filename.map { "/" + $0 } ?? "")
        return .at(path + (step.query.map { "?" + $0 } ?? ""))
    }

    // MARK: - The client

    private func fetch(_ index: Int) -> Answer? {
        let step = steps[index]
        let fields = step.request.map { Headers.Field($0.name, text($0, step)) }
        let lookup = CacheLookup(
            method: step.method, url: url(step), headers: Headers(fields), policy: step.policy)
        switch cache.decision(for: lookup, at: now) {
        case .refuse: return Answer(head: ResponseHead(status: 504, reason: "", headers: [:]), body: "")
        case .confirm(let kept): return Answer(head: kept.confirmingHead(at: now), body: "")
        case .use(let kept, let refreshing):
            let answer = answer(kept, to: lookup)
            if refreshing { _ = ask(lookup, index, about: nil, [:]) }
            return answer
        case .validate(let kept, let fields): return ask(lookup, index, about: kept, fields)
        case .ask: return ask(lookup, index, about: nil, [:])
        }
    }

    private func ask(
        _ lookup: CacheLookup, _ index: Int, about kept: CachedResponse?, _ fields: Headers
    ) -> Answer? {
        let staleIfError = cache.staleIfError(for: lookup, at: now)
        guard
            let answer = serve(
                index, Headers(Array(lookup.headers) + Array(lookup.fieldsForOthers) + Array(fields)))
        else {
            return staleIfError.map { self.answer($0, to: lookup) }
        }
        if let kept, answer.head.status == 304 {
            let updated = cache.confirm(kept, lookup, with: answer.head, requested: now, received: now)
            return updated.map { self.answer($0, to: lookup) } ?? ask(lookup, index, about: nil, [:])
        }
        if let staleIfError, [500, 502, 503, 504].contains(answer.head.status) {
            return self.answer(staleIfError, to: lookup)
        }
        _ = cache.store(
            CacheableAnswer(
                lookup: lookup, head: answer.head, body: Array(answer.body.utf8), storage: .allowed,
                requested: now, received: now))
        return answer
    }

    private func answer(_ kept: CachedResponse, to lookup: CacheLookup) -> Answer {
        let body = lookup.method == .head ? [] : kept.body
        return Answer(head: kept.head(at: now), body: String(decoding: body, as: UTF8.self))
    }

    // MARK: - The server

    private func serve(_ index: Int, _ headers: Headers) -> Answer? {
        let step = steps[index]
        seen.append(Seen(number: index + 1, headers: headers))
        guard !step.isDisconnected else { return nil }
        var status = step.status
        if step.expected == .etagValidated || step.expected == .lastModifiedValidated, index > 0 {
            let previous = self.headers(of: steps[index - 1])
            let isSame = { (asked: String, own: String) in
                previous[own].map { $0 == headers[asked] } ?? false
            }
            status =
                isSame("If-Modified-Since", "Last-Modified") || isSame("If-None-Match", "ETag") ? 304 : 999
        }
        var fields = self.headers(of: step)
        fields.add("Server-Request-Count", String(seen.count))
        fields.add("Client-Request-Count", String(index + 1))
        fields.add("Server-Now", String(Int(now.timeIntervalSince1970 * 1000)))
        if fields["Content-Type"] == nil { fields.add("Content-Type", "text/plain") }
        if fields["Date"] == nil { fields.add("Date", HTTPDate(now).text) }
        let isEmpty = status == 304 || status == 204 || step.method == .head
        return Answer(
            head: ResponseHead(status: StatusCode(rawValue: status), reason: "", headers: fields),
            body: isEmpty ? "" : step.body ?? "case")
    }

    private func headers(of step: CacheStep) -> Headers {
        Headers(
            step.response.map { field in
                guard step.hasMagicLocations,
                    ["location", "content-location"].contains(field.name.lowercased())
                else { return Headers.Field(field.name, text(field, step)) }
                let base = url(step).path
                return Headers.Field(field.name, field.value.isEmpty ? base : "\(base)/\(field.value)")
            })
    }

    private func text(_ field: CacheStep.Field, _ step: CacheStep) -> String {
        guard let offset = field.offset else { return field.value }
        let date = HTTPDate(now.addingTimeInterval(Double(offset))).text
        guard step.oldDates.contains(field.name.lowercased()) else { return date }
        let words = date.split(separator: " ")
        let days = [
            "Sun": "Sunday", "Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday",
            "Fri": "Friday", "Sat": "Saturday",
        ]
        let day = days[String(words[0].prefix(3))] ?? ""
        return "\(day), \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
    }

    // MARK: - The judge

    private func check(_ answer: Answer?, _ index: Int, _ before: Int) -> [String] {
        let step = steps[index]
        guard let answer else { return step.isDisconnected && !step.wantsAnswer ? [] : ["no answer"] }
        var failures: [String] = []
        let source = Int(answer.head.headers["Server-Request-Count"] ?? "")
        let request = seen.count > before ? seen[before] : nil
        switch step.expected {
        case .cached?:
            if request != nil, source.map({ $0 > before }) ?? true { failures.append("not from the cache") }
        case .notCached?: if request == nil { failures.append("from the cache") }
        case .etagValidated?: if request?.headers["If-None-Match"] == nil { failures.append("not validated") }
        case .lastModifiedValidated?:
            if request?.headers["If-Modified-Since"] == nil { failures.append("not validated") }
        case nil: break
        }
        let served = Double(answer.head.headers["Server-Now"] ?? "").map {
            Date(timeIntervalSince1970: $0 / 1000)
        }
        let wanted = step.expectedStatus ?? step.status
        if answer.head.status.rawValue != wanted {
            failures.append("status \(answer.head.status), not \(wanted)")
        }
        for expectation in step.expectedFields
        where !expectation.holds(for: answer.head.headers, at: served ?? now) {
            failures.append(
                "field \(expectation.name) \(expectation.words): \(answer.head.headers[expectation.name] ?? "-")"
            )
        }
        for expectation in step.missingFields where expectation.holds(for: answer.head.headers, at: now) {
            failures.append("has field \(expectation.name)")
        }
        guard let request else { return failures }
        for expectation in step.expectedRequest where !expectation.holds(for: request.headers, at: now) {
            failures.append("request field \(expectation.name): \(request.headers[expectation.name] ?? "-")")
        }
        for expectation in step.missingRequest where expectation.holds(for: request.headers, at: now) {
            failures.append("request has \(expectation.name)")
        }
        return failures
    }
}
