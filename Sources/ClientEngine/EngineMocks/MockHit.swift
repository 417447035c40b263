import EngineHTTP
import FoundationEssentials

/// The answer of a mock to one request.
///
/// An immutable object, because several parts of the engine share it.
package final class MockHit: Sendable {
    package let reference: MockReference
    /// The answer to this request, including its random delay.
    package let answer: Mock.Answer
    package let parameters: [String: String]
    /// The data for rendering the reply, or `nil` if it is not rendered.
    private let occasion: MockOccasion?

    /// Creates a hit with an answer that is the same for every request: one of the store itself, or one that is not
    /// rendered.
    init(_ reference: MockReference, _ answer: Mock.Answer) {
        self.reference = reference.giving(answer)
        self.answer = answer
        (parameters, occasion) = ([:], nil)
    }

    /// Creates a hit with an answer of a mock, and draws its delay.
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

    /// Indicates whether ``filledIn(limit:)`` may take time, because it reads files or renders a reply.
    package var takesTime: Bool {
        if answer.isPlain { return false }
        switch answer.kind {
        case .response(let reply), .fault(_, of: let reply?):
            return reply.isRendered || reply.body.bytes == nil
        case .fault, .computed, .passThrough, .proxy: return false
        }
    }

    /// Returns the answer, rendered if necessary, and the bytes of its body.
    ///
    /// It may wait for the disk.
    ///
    /// - Parameter limit: The largest size of a file in bytes.
    /// - Returns: The answer and its bytes, which are empty if it is not a response.
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
    /// The text with spaces in place of control characters, so that it is valid in a header field.
    package var onOneLine: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
