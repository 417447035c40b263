import ClientEngine

/// The first byte of a log's entry: what the entry is, and how its detail is written.
enum LogCode: UInt8 {
    /// Any event: its kind is a value.
    case any
    case attemptStarted, exchangeStarted, connected, requestHead
    /// With and without the bytes that are expected in all.
    case sent, sentOf
    case interim, head
    /// A part of a body among the bytes, and as a value.
    case received, receivedValue
    case delivered, anomaly
    /// The end of an exchange: plain, with a decoded body among the bytes, and with one as a value.
    case exchangeEnded, exchangeDecoded, exchangeDecodedValue
    case attemptAnswered, attemptCancelled
    case processing, succeeded, cancelled
    /// No event: the sizes of the bodies that are not kept any more.
    case dropped

    /// Behind all others: a phase, as its place among ``phases``.
    static let firstPhase: UInt8 = 0x40

    // In the order of their declarations, which the numbers in a log stand for; logs are never stored.
    static let phases = Phase.allCases
    static let anomalies = Anomaly.allCases
    static let sources = Provenance.Source.allCases
    static let reasons = ExchangeStart.Reason.allCases
}

extension [UInt8] {
    mutating func append(_ code: LogCode) { append(code.rawValue) }

    /// Adds the place of a case among all of its kind.
    mutating func append<Case: Equatable>(_ value: Case, of all: [Case]) {
        append(UInt8(all.firstIndex(of: value) ?? 0))
    }
}

/// The parts of the start of an exchange that are as the task's request has them, or are there at all.
struct StartFlags: OptionSet {
    let rawValue: UInt8

    static let sameMethod = StartFlags(rawValue: 1)
    static let sameURL = StartFlags(rawValue: 2)
    static let sameBody = StartFlags(rawValue: 4)
    static let mock = StartFlags(rawValue: 8)
    static let reason = StartFlags(rawValue: 16)
}

/// The parts of a task's origin besides its request.
struct OriginFlags: OptionSet {
    let rawValue: UInt8

    static let verifiesCertificates = OriginFlags(rawValue: 1)
    static let keepsBody = OriginFlags(rawValue: 2)
    static let attemptsAllowed = OriginFlags(rawValue: 4)
    static let file = OriginFlags(rawValue: 8)
    static let line = OriginFlags(rawValue: 16)
    static let resendOf = OriginFlags(rawValue: 32)
    static let program = OriginFlags(rawValue: 64)
}
