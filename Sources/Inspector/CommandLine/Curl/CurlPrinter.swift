import ClientEngine
import RequestFormats

/// Decides which bytes of a task curl would print, as its events come: a value.
///
/// A body is printed as it arrives. What may not be the last word is held until it is: everything of a request that may
/// be tried again, and the body of a 401, which a second exchange may follow.
struct CurlPrinter {
    private let showsHeads: Bool
    private let failsOnErrorStatus: Bool
    private let followsRedirects: Bool
    private var mayRepeat = true
    private var body = Destination.dropped
    private var decoder: BodyDecoder?
    /// The bytes that wait for the end of the attempt: heads, and the body of the exchange under way.
    private var held: (heads: [UInt8], body: [UInt8]) = ([], [])

    private enum Destination {
        case printed, held, dropped
    }

    init(_ request: Request, switches: Set<CurlCommand.Switch>) {
        showsHeads = switches.contains(.includesHead) || request.method == .head
        failsOnErrorStatus = switches.contains(.failsOnErrorStatus)
        followsRedirects = request.followsRedirects == true
    }

    mutating func bytes(for event: Event) -> [UInt8] {
        switch event.kind {
        case .taskCreated(let origin): mayRepeat = origin.attemptsAllowed != 1
        case .attemptStarted: held = ([], [])
        case .exchangeStarted:
            held.body = []
            body = .dropped
        case .head(let head): return bytes(for: head)
        case .received(let body): return bytes(for: body)
        case .attemptEnded(.cancelled, _): held = ([], [])
        case .attemptEnded(_, retry: nil):
            defer { held = ([], []) }
            return held.heads + held.body
        default: break
        }
        return []
    }

    private mutating func bytes(for head: ResponseHead) -> [UInt8] {
        decoder = BodyDecoder(head)
        let leadsOn = followsRedirects && head.status.class == .redirection && head.headers["Location"] != nil
        if leadsOn || failsOnErrorStatus && head.status >= 400 {
            body = .dropped
        } else {
            body = mayRepeat || head.status == 401 ? .held : .printed
        }
        guard showsHeads else { return [] }
        if mayRepeat { held.heads += head.wireBytes }
        return mayRepeat ? [] : head.wireBytes
    }

    private mutating func bytes(for received: [UInt8]) -> [UInt8] {
        guard body != .dropped else { return [] }
        do throws(ClientError) {
            let decoded = try decoder?.decode(received) ?? received
            if body == .printed { return decoded }
            held.body += decoded
        } catch {
            // The engine finds the same, and fails the task.
            body = .dropped
        }
        return []
    }
}
