import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials

/// The requests of an HTTP archive with their answers, on their way to mocks.
public struct HARRecording: Sendable, Hashable {
    /// The recorded exchanges, in the order of the archive.
    public private(set) var exchanges: [RecordedExchange] = []
    /// The requests with their fields, which tell what is secret in the answers.
    public private(set) var requests: [Request] = []
    /// The warnings, one sentence each.
    public private(set) var warnings: [String] = []

    /// Reads an archive.
    ///
    /// - Throws: when it is none, with the place.
    public init(_ file: ImportFile) throws(ImportError) {
        for (index, entry) in try file.harEntries().enumerated() {
            if entry["_mock"] != nil { continue }
            do throws(HARImportedRequest.ImportError) {
                let answer = HARAnswer(entry: entry)
                let exchange = try answer.exchange()
                exchanges.append(exchange)
                requests.append(answer.request(of: exchange))
            } catch {
                warnings.append("Entry \(index + 1): \(error.sentence)")
            }
        }
    }
}

private struct HARAnswer {
    let entry: JSONValue

    func exchange() throws(HARImportedRequest.ImportError) -> RecordedExchange {
        // Says what is wrong with the request, where something is.
        _ = try HARImportedRequest(entry)
        guard let text = entry["request"]?["url"]?.string,
            let url = try? RequestURL(parsing: String(text.prefix(before: "#")))
        else { throw .init(sentence: "Its URL cannot be used.") }
        let method = HTTPMethod(rawValue: entry["request"]?["method"]?.string ?? "GET")
        guard method.isToken else { throw .init(sentence: "Its method cannot be used.") }
        let data = entry["request"]?["postData"]
        return RecordedExchange(
            method: method, url: url, body: try requestBody(data), contentType: data?["mimeType"]?.string,
            answer: try answer())
    }

    func request(of exchange: RecordedExchange) -> Request {
        Request(
            method: exchange.method, url: exchange.url.text, headers: headers(of: entry["request"]),
            body: exchange.body)
    }

    private func headers(of message: JSONValue?) -> Headers {
        var headers = Headers()
        for header in message?["headers"]?.array ?? [] {
            guard let name = header["name"]?.string, let value = header["value"]?.string, !name.hasPrefix(":")
            else { continue }
            headers.add(name, value)
        }
        return headers
    }

    private func requestBody(_ data: JSONValue?) throws(HARImportedRequest.ImportError) -> Body {
        guard let text = data?["text"]?.string, !text.isEmpty else { return .none }
        return .bytes(HARText.bytes(text, encoding: (data?["encoding"] ?? data?["_encoding"])?.string))
    }

    private func answer() throws(HARImportedRequest.ImportError) -> Mock.Answer {
        let response = entry["response"]
        let status = StatusCode(rawValue: response?["status"]?.int ?? 0)
        let reply = try status > 0 ? reply(response, status) : nil
        let received = reply?.body.bytes?.count ?? 0
        if let failure, let answer = Mock.Answer(failure: failure, of: reply, after: received) {
            return answer
        }
        guard let reply else { throw .init(sentence: "There is no response.") }
        return Mock.Answer(.response(reply))
    }

    /// The failure, as this program has written it.
    private var failure: ClientError? {
        guard let error = entry["_error"], let word = error["kind"]?.string,
            let kind = ClientError.Kind(rawValue: word),
            let phase = error["phase"]?.string.flatMap(Phase.init(rawValue:))
        else { return nil }
        return ClientError(kind, phase, error["text"]?.string ?? word)
    }

    private func reply(_ response: JSONValue?, _ status: StatusCode) throws(HARImportedRequest.ImportError)
        -> Mock.Reply
    {
        guard (100...999).contains(status) else { throw .init(sentence: "Its status is \(status).") }
        var headers = headers(of: response)
        let content = response?["content"]
        if headers["Content-Type"] == nil, let type = content?["mimeType"]?.string, type != "x-unknown",
            !type.isEmpty
        {
            headers.add("Content-Type", type)
        }
        var body: [UInt8] = []
        if let text = content?["text"]?.string {
            body = HARText.bytes(text, encoding: content?["encoding"]?.string)
        } else if let size = content?["size"]?.int, size > 0 {
            throw .init(sentence: "Its body of \(size) bytes is not in the archive.")
        }
        let reason = response?["statusText"]?.string ?? ""
        return Mock.Reply(
            repeating: ResponseHead(status: status, reason: reason, headers: headers), body: body)
    }
}
