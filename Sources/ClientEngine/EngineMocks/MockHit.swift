import EngineHTTP
import FoundationEssentials

/// What a mock answers to one request.
///
/// An object, for it never changes, and goes through several hands.
package final class MockHit: Sendable {
    package let reference: MockReference
    /// The answer of this time, with its delay drawn.
    package let answer: Mock.Answer
    package let parameters: [String: String]
    /// What the reply is rendered from, where it is.
    private let occasion: MockOccasion?

    /// Takes an answer that is the same to any request: one of the store itself, or one of which nothing is filled in.
    init(_ reference: MockReference, _ answer: Mock.Answer) {
        self.reference = reference.giving(answer)
        self.answer = answer
        (parameters, occasion) = ([:], nil)
    }

    /// Takes the answer of a mock, and draws its delay.
    init(
        _ reference: MockReference, _ answer: consuming Mock.Answer, parameters: [String: String] = [:],
        to request: MockedRequest, at now: Date, _ random: @escaping @Sendable () -> Double
    ) {
        if let spread = answer.spread {
            answer.delay += spread.draw(random)
            answer.spread = nil
        }
        occasion =
            !answer.isPlain && answer.reply?.isRendered == true
            ? MockOccasion(request: request, pathParameters: parameters, now: now, random: random) : nil
        self.reference = reference.giving(answer)
        self.answer = answer
        self.parameters = parameters
    }

    /// Indicates whether ``filledIn(limit:)`` may take its time: it reads files, or renders a reply.
    package var takesTime: Bool {
        if answer.isPlain { return false }
        switch answer.kind {
        case .response(let reply), .fault(_, of: let reply?):
            return reply.isRendered || reply.body.bytes == nil
        case .fault, .computed, .passThrough, .proxy: return false
        }
    }

    /// Returns the answer, rendered where it is, and the bytes of its body; may wait for a disk.
    ///
    /// - Parameter limit: how large a file may be, in bytes.
    /// - Returns: the answer, and its bytes; none where it is no response.
    /// - Throws: `io/queue` for a file that cannot be read or is too large, and for a reply that cannot be rendered.
    package func filledIn(limit: Int = 64 << 20) throws(ClientError) -> (answer: Mock.Answer, body: [UInt8]) {
        guard var reply = answer.reply else { return (answer, []) }
        do {
            guard let rendering = reply.rendering, var occasion else {
                return (answer, try MockOccasion.bytes(of: reply.body, limit: limit))
            }
            occasion.request = occasion.request.readingFile()
            occasion.limit = limit
            let body = try rendering.render(&reply, for: occasion)
            var answer = answer
            answer.reply = reply
            return (answer, body)
        } catch let error as ClientError {
            throw error
        } catch {
            throw ClientError(
                .io, .queue, "mock “\(reference.name)” cannot answer: \(error)", underlying: error)
        }
    }
}

extension String {
    /// The text with spaces for control characters, so that it stays in its header field.
    package var onOneLine: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
