import ClientEngine
import EngineJSON

/// The output of `-w` when a transfer is over, in the variables of curl: `%{http_code} %{time_total}\n`.
struct WriteOut {
    /// The text for the standard output and the one for standard error, and what is wrong with the format.
    struct Text: Equatable {
        var output = ""
        var error = ""
        var unknown: [String] = []
    }

    let format: String
    /// The file of `-o`, as it was written.
    var file: String?
    /// Returns a value as the stream that it goes to may have it: most come from the server.
    var shown: (_ value: String, _ isForErrors: Bool) -> String = { value, _ in value }

    func text(for record: TaskRecord) -> Text {
        var text = Text()
        var property: WritableKeyPath<Text, String> = \.output
        func append(_ value: String) { text[keyPath: property] += shown(value, property == \.error) }
        var rest = format.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\": text[keyPath: property] += Self.escaped(rest.popFirst())
            case "%" where rest.first == "%":
                rest.removeFirst()
                text[keyPath: property] += "%"
            case "%":
                guard let word = Self.word(&rest) else {
                    text[keyPath: property] += "%"
                    continue
                }
                switch word {
                case .variable("stdout"): property = \.output
                case .variable("stderr"): property = \.error
                case .variable("onerror"): if record.error == nil { return text }
                case .variable(let name):
                    if let value = Variables(record: record, file: file)[name] {
                        append(value)
                    } else {
                        text.unknown.append(name)
                    }
                case .header(let name):
                    append(record.lastAnswered?.head?.headers[name] ?? "")
                }
            default: text[keyPath: property].unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private enum Word {
        case variable(String), header(String)
    }

    /// Takes `{name}` or `header{name}` from the text behind a percent sign.
    private static func word(_ rest: inout Substring.UnicodeScalarView) -> Word? {
        let head = "header{".unicodeScalars
        let isHeader = rest.starts(with: head)
        let opening = isHeader ? head.count : 1
        guard isHeader || rest.first == "{", let end = rest.firstIndex(where: { $0 == "}" }) else {
            return nil
        }
        let name = String(rest[rest.index(rest.startIndex, offsetBy: opening)..<end])
        rest = rest[rest.index(after: end)...]
        return isHeader ? .header(name) : .variable(name)
    }

    private static func escaped(_ scalar: Unicode.Scalar?) -> String {
        switch scalar {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case let other?: "\\" + String(other)
        case nil: "\\"
        }
    }
}

extension WriteOut {
    /// The variables of curl, as far as they say something here.
    private struct Variables {
        let record: TaskRecord
        let file: String?

        /// The value of a variable; nil for one that is not known.
        subscript(name: String) -> String? {
            times[name] ?? sizes[name] ?? addresses[name] ?? outcome[name]
        }

        private var exchange: ExchangeRecord? { record.lastExchange }
        private var exchanges: [ExchangeRecord] { record.attempts.flatMap(\.exchanges) }
        private var total: Duration { record.duration ?? .zero }

        private var times: [String: String] {
            let redirects = record.lastAttempt?.exchanges.dropLast().last?.ended
            let redirected = redirects.map { $0 - record.created } ?? .zero
            let durations: [String: Duration] = [
                "time_namelookup": end(of: .dns), "time_connect": end(of: .connect),
                "time_appconnect": end(of: .tls), "time_pretransfer": start(of: .send),
                "time_starttransfer": start(of: .receive), "time_redirect": redirected, "time_total": total,
            ]
            return durations.mapValues { $0.seconds.digits(6) }
        }

        /// Returns the time from the start to the beginning of a phase; zero where it did not happen.
        private func start(of phase: Phase) -> Duration {
            exchange?.phases.first { $0.phase == phase }.map { $0.at - record.created } ?? .zero
        }

        private func end(of phase: Phase) -> Duration {
            guard let phases = exchange?.phases, let index = phases.firstIndex(where: { $0.phase == phase })
            else { return .zero }
            let next = index + 1 < phases.count ? phases[index + 1].at : exchange?.ended ?? phases[index].at
            return next - record.created
        }

        private var sizes: [String: String] {
            let seconds = max(total.seconds, 1e-6)
            let (received, sent) = (exchange?.bodyReceived ?? 0, exchange?.bodySent ?? 0)
            return [
                "size_download": "\(received)", "size_upload": "\(sent)",
                "size_header": "\(exchanges.reduce(0) { $0 + ($1.head?.wireBytes.count ?? 0) })",
                "size_request": "\(exchanges.reduce(0) { $0 + $1.requestHead.count })",
                "speed_download": "\(Int(Double(received) / seconds))",
                "speed_upload": "\(Int(Double(sent) / seconds))",
                "num_connects": "\(exchanges.count { $0.connection?.isReused == false })",
                "num_redirects": "\(exchanges.count { $0.start.reason == .redirect })",
                "num_retries": "\(max(0, record.attempts.count - 1))",
                "num_headers": "\(exchange?.head.map { Array($0.headers).count } ?? 0)",
            ]
        }

        private var addresses: [String: String] {
            let connection = exchange?.connection
            let url = exchange?.start.url ?? record.origin.url
            return [
                "url": record.origin.request.url, "url_effective": url?.text ?? record.origin.request.url,
                "scheme": url?.scheme ?? "", "remote_ip": connection?.remoteAddress ?? "",
                "remote_port": "\(connection?.remotePort ?? 0)", "local_ip": connection?.localAddress ?? "",
                "local_port": "\(connection?.localPort ?? 0)",
                "redirect_url": exchange?.head?.headers["Location"] ?? "", "filename_effective": file ?? "",
            ]
        }

        private var outcome: [String: String] {
            let status = "\(exchange?.head?.status ?? 0)".leftPadded(to: 3)
            let version = exchange?.head?.httpVersion.split(at: "/").last.map(String.init)
            return [
                "http_code": status, "response_code": status, "method": exchange?.start.method.rawValue ?? "",
                "http_version": version ?? "0", "content_type": exchange?.head?.headers["Content-Type"] ?? "",
                "errormsg": record.error?.message ?? "", "exitcode": record.error == nil ? "0" : "1",
            ]
        }
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - count)) + self
    }
}
