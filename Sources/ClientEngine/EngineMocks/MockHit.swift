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
    private let scope: TemplateScope?

    /// Takes an answer that is the same to any request: one of the store itself, or one of which nothing is filled in.
    init(_ reference: MockReference, _ answer: Mock.Answer) {
        self.reference = reference.giving(answer)
        self.answer = answer
        (parameters, scope) = ([:], nil)
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
        if !answer.isPlain, let templating = answer.reply?.templating {
            scope = TemplateScope(
                request: request, pathParameters: parameters, parameters: templating.parameters, now: now,
                random: random)
        } else {
            scope = nil
        }
        self.reference = reference.giving(answer)
        self.answer = answer
        self.parameters = parameters
    }

    /// Indicates whether ``filledIn(limit:)`` may take its time: it reads files, or fills in a template.
    package var takesTime: Bool {
        if answer.isPlain { return false }
        switch answer.kind {
        case .response(let reply), .fault(_, of: let reply?):
            return reply.templating != nil || reply.body.bytes == nil
        case .fault, .computed, .passThrough, .proxy: return false
        }
    }

    /// Returns the answer with its template filled in, and the bytes of its body; may wait for a disk.
    ///
    /// - Parameter limit: how large a file may be, in bytes.
    /// - Returns: the answer, and its bytes; none where it is no response.
    /// - Throws: `io/queue` for a file that cannot be read or is too large, and a template in it that cannot be used.
    package func filledIn(limit: Int = 64 << 20) throws(ClientError) -> (answer: Mock.Answer, body: [UInt8]) {
        guard var reply = answer.reply else { return (answer, []) }
        guard reply.templating != nil, var scope else {
            return (answer, try read(reply.body, limit: limit))
        }
        scope.request = scope.request.readingFile()
        if let file = reply.templating?.bodyFile {
            reply.body = try filling { () throws(MockError) in try file.body(in: &scope) }
        }
        let body = try read(reply.body, limit: limit)
        let filled = try filling { () throws(MockError) in try reply.fillIn(body, in: &scope) }
        var answer = answer
        answer.reply = reply
        return (answer, filled)
    }

    private func filling<Value>(_ fill: () throws(MockError) -> Value) throws(ClientError) -> Value {
        try Result(catching: fill).mapError { error in
            ClientError(
                .io, .queue, "mock “\(reference.name)” cannot answer: \(error.message)", underlying: error)
        }.get()
    }

    private func read(_ body: Body, limit: Int) throws(ClientError) -> [UInt8] {
        if let bytes = body.bytes { return bytes }
        let reader = try BodyReader(body)
        if case .file = body.content, let length = reader.length, length > limit {
            throw ClientError(
                .io, .queue,
                "mock “\(reference.name)” cannot answer: its body file is larger than \(limit >> 20) MiB")
        }
        return try reader.readAll()
    }
}

extension Mock.Reply {
    private static let largestFile = 64 << 20

    /// Refuses a template that cannot be filled in, also one in a body file, which is read.
    ///
    /// A file that a template names is only known when the mock answers.
    package func checkTemplate() throws(MockError) {
        guard templating != nil else { return }
        for field in headers { _ = try ResponseTemplate(field.value) }
        if let file = templating?.bodyFile { _ = try ResponseTemplate(file.name) }
        guard case .file = body.content else {
            _ = try body.bytes.flatMap(template).map(ResponseTemplate.init)
            return
        }
        guard let reader = try? BodyReader(body), (reader.length ?? 0) <= Self.largestFile,
            let text = (try? reader.readAll()).flatMap(template)
        else { return }
        do throws(MockError) { _ = try ResponseTemplate(text) } catch {
            throw MockError("In its body file, \(error.message)")
        }
    }

    /// Returns the template that the bytes of the body are; `nil` if they are sent as they are.
    ///
    /// Bytes that are not UTF-8, such as pictures, are never a template.
    private func template(_ bytes: [UInt8]) -> String? {
        guard let templating else { return nil }
        let isFilledIn =
            if case .file = body.content { templating.fillsInFiles } else { templating.fillsInBody }
        return isFilledIn ? String(validating: bytes, as: UTF8.self) : nil
    }

    fileprivate mutating func fillIn(
        _ bytes: [UInt8], in scope: inout TemplateScope
    ) throws(MockError) -> [UInt8] {
        var filled = Headers()
        for field in headers {
            let value = try ResponseTemplate(field.value).text(in: &scope)
            filled.add(field.name, value.onOneLine)
        }
        headers = filled
        guard let template = template(bytes) else { return bytes }
        return Array(try ResponseTemplate(template).text(in: &scope).utf8)
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
