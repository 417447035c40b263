// Stand-ins for swift-log, swift-metrics and swift-distributed-tracing, which this package does not depend on.
//
// They have the names and signatures that docs/swift-log.md, docs/swift-metrics.md and docs/tracing.md use, in the
// form of those packages, and nothing else. They show that the snippets compile, and record their calls.
import Synchronization

/// The recorded calls of the stand-ins, as text.
final class Told: Sendable {
    private let state = Mutex(
        (lines: [String](), waiter: (count: Int, CheckedContinuation<Void, Never>)?.none))

    func note(_ line: String) {
        state.withLock { state in
            state.lines.append(line)
            return state.waiter.map { $0.count <= state.lines.count } == true ? state.waiter.take() : nil
        }?.1.resume()
    }

    /// Returns the first `count` lines.
    ///
    /// Waits for them until the test ends.
    func first(_ count: Int) async -> [String] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isThere = state.withLock { state in
                    if state.lines.count < count, !Task.isCancelled {
                        state.waiter = (count, waiter)
                        return false
                    }
                    return true
                }
                if isThere { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.1.resume()
        }
        return state.withLock { Array($0.lines.prefix(count)) }
    }

    /// The destination of one test's stand-ins.
    @TaskLocal static var current = Told()
}

// MARK: - swift-log

struct Logger: Sendable {
    typealias Metadata = [String: MetadataValue]

    struct MetadataValue: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
        let description: String
        init(stringLiteral value: String) { description = value }
    }

    struct Message: ExpressibleByStringInterpolation, CustomStringConvertible {
        let description: String
        init(stringLiteral value: String) { description = value }
    }

    private let told: Told

    init(label: String) { told = .current }

    func debug(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {
        note("debug", message(), metadata())
    }

    func info(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {
        note("info", message(), metadata())
    }

    func notice(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {
        note("notice", message(), metadata())
    }

    func warning(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {
        note("warning", message(), metadata())
    }

    private func note(_ level: String, _ message: Message, _ metadata: Metadata?) {
        let fields = (metadata ?? [:]).filter { $0.key != "ms" }.sorted { $0.key < $1.key }
        told.note(([level, "\(message)"] + fields.map { "\($0)=\($1)" }).joined(separator: " "))
    }
}

// MARK: - swift-metrics

/// The recorded metrics of the process.
let metricsTold = Told()

final class Counter: Sendable {
    private let name: String

    init(label: String, dimensions: [(String, String)] = []) {
        name = ([label] + dimensions.filter { $0.0 != "host" }.map { "\($0)=\($1)" }).joined(separator: " ")
    }

    func increment() { metricsTold.note(name) }
}

final class Timer: Sendable {
    private let label: String

    init(label: String, dimensions: [(String, String)] = []) { self.label = label }

    func recordNanoseconds(_ duration: Int64) { if duration >= 0 { metricsTold.note(label) } }
}

final class Gauge: Sendable {
    init(label: String, dimensions: [(String, String)] = []) {}

    func record(_ value: some BinaryInteger) {}
}

// MARK: - swift-distributed-tracing

struct ServiceContext: Sendable, Hashable {
    /// The parent span.
    ///
    /// A real tracer keeps more.
    var spanID = "0"

    static let topLevel = ServiceContext()
    @TaskLocal static var current: ServiceContext?
}

enum SpanKind { case client }

enum SpanAttribute: Sendable { case int64(Int64) }

struct SpanAttributes: Sendable {
    fileprivate var values: [String: SpanAttribute] = [:]
    subscript(name: String) -> SpanAttribute? {
        get { values[name] }
        set { values[name] = newValue }
    }
}

protocol Span: Sendable {
    var context: ServiceContext { get }
    var attributes: SpanAttributes { get nonmutating set }
    func recordError(_ error: any Error)
    func end()
}

protocol Injector: Sendable {
    associatedtype Carrier
    func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

/// Numbers spans below their parents: the second span below "a" is "a.2".
final class StandInTracer: Sendable {
    let told = Told()
    private let children = Mutex<[String: Int]>([:])

    func startSpan(_ name: String, context: ServiceContext, ofKind kind: SpanKind) -> any Span {
        let number = children.withLock { children in
            children[context.spanID, default: 0] += 1
            return children[context.spanID, default: 0]
        }
        return StandInSpan(name, ServiceContext(spanID: "\(context.spanID).\(number)"), told)
    }

    func inject<I: Injector>(_ context: ServiceContext, into carrier: inout I.Carrier, using injector: I) {
        injector.inject(context.spanID, forKey: "traceparent", into: &carrier)
    }
}

private final class StandInSpan: Span {
    let context: ServiceContext
    private let name: String
    private let told: Told
    private let state = Mutex(SpanAttributes())

    init(_ name: String, _ context: ServiceContext, _ told: Told) {
        (self.name, self.context, self.told) = (name, context, told)
    }

    var attributes: SpanAttributes {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func recordError(_ error: any Error) { told.note("\(name) \(context.spanID) failed") }

    func end() {
        let numbers = attributes.values.sorted { $0.key < $1.key }.map { "\($0.value)" }
        told.note(([name, context.spanID] + numbers).joined(separator: " "))
    }
}

enum InstrumentationSystem {
    static let tracer = StandInTracer()
    static var instrument: StandInTracer { tracer }
}
