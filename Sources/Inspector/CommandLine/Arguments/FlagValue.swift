import ClientEngine
import InspectorGateway
import InspectorValues
import InspectorWorkspace
import RequestFormats

enum FlagValue {
    static func number(
        in range: ClosedRange<Int>, for flag: String
    ) -> @Sendable (String) throws(UsageError) -> Int {
        { text throws(UsageError) in
            guard let number = Int(text), range.contains(number) else {
                let bounds = "from \(range.lowerBound) to \(range.upperBound)"
                throw UsageError("\(flag) takes a whole number \(bounds), not '\(text)'")
            }
            return number
        }
    }

    static var themes: [String] { ThemeName.allCases.map(\.rawValue) }

    static func theme(_ text: String) throws(UsageError) -> ThemeName {
        guard let theme = ThemeName(rawValue: text) else {
            throw UsageError("--theme takes one of \(themes.joined(separator: ", ")), not '\(text)'")
        }
        return theme
    }

    static func color(_ text: String) throws(UsageError) -> Paint.Choice {
        guard let choice = Paint.Choice(rawValue: text) else {
            let names = Paint.Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--color takes one of \(names), not '\(text)'")
        }
        return choice
    }

    /// Reads a number of MiB; returns bytes.
    static func mebibytes(_ text: String) throws(UsageError) -> Int {
        try number(in: 1...1_048_576, for: "--keep-bodies")(text) << 20
    }

    static func duration(_ text: String) throws(UsageError) -> Duration {
        guard let duration = DurationFormat(text)?.duration, duration > .zero else {
            throw UsageError("--timeout takes \(DurationFormat.expected), not '\(text)'")
        }
        return duration
    }

    static func variable(_ text: String) throws(UsageError) -> [Options.Variable] {
        guard let (name, value) = text.cut(at: "="), !name.isEmpty else {
            throw UsageError("--var takes NAME=VALUE, not '\(text)'")
        }
        return [Options.Variable(name: String(name), value: String(value))]
    }

    static func allowances(_ text: String) throws(UsageError) -> [Allowance] {
        var allowances: [Allowance] = []
        for word in text.split(at: ",", omittingEmptySubsequences: false) {
            guard let allowance = Allowance(word) else {
                throw UsageError(
                    "--allow takes env, env:NAME, write, any-file, forward and command, not '\(word)'")
            }
            allowances.append(allowance)
        }
        return allowances
    }

    static func resolve(_ text: String) throws(UsageError) -> [HostAddresses] {
        guard let addresses = try? HostAddresses(curl: text) else {
            throw UsageError("--resolve takes HOST:PORT:ADDR, not '\(text)'")
        }
        return [addresses]
    }

    static func connectTo(_ text: String) throws(UsageError) -> [ConnectionPeer] {
        guard let peer = try? ConnectionPeer(curl: text) else {
            throw UsageError("--connect-to takes HOST1:PORT1:HOST2:PORT2, not '\(text)'")
        }
        return [peer]
    }

    static func proxy(_ text: String) throws(UsageError) -> Proxy {
        guard let proxy = try? Proxy(text) else {
            throw UsageError("--proxy takes \(Proxy.expected), not '\(text)'")
        }
        return proxy
    }

    static func upstream(_ text: String) throws(UsageError) -> String {
        guard let url = try? RequestURL(parsing: text), url.query == nil, url.fragment == nil else {
            throw UsageError("--to takes http://HOST[:PORT][/PATH] or https, not '\(text)'")
        }
        return text
    }

    static func watchedOrigin(_ text: String) throws(UsageError) -> [WatchedOrigin] {
        guard let origin = WatchedOrigin(text) else {
            throw UsageError("--as takes VARIABLE=http://HOST[:PORT][/PATH] or https, not '\(text)'")
        }
        return [origin]
    }

    static func openedHost(_ text: String) throws(UsageError) -> [OpenedHost] {
        guard let host = OpenedHost(text) else {
            throw UsageError(
                "--tls takes HOST, .HOST for all names below it too, or HOST:PORT, not '\(text)'")
        }
        return [host]
    }

    static func origin(_ text: String) throws(UsageError) -> [String] {
        guard let url = try? RequestURL(parsing: text), ["http", "https"].contains(url.scheme),
            url.user == nil, url.path == "/", url.query == nil, url.fragment == nil, !text.hasSuffix("/")
        else {
            throw UsageError(
                "--allow-origin takes http://HOST[:PORT] or https, without a path, not '\(text)'")
        }
        return [url.origin]
    }

    static func hostName(_ text: String) throws(UsageError) -> [String] {
        guard !text.isEmpty, !hasPort(text), !text.unicodeScalars.contains("/")
        else {
            throw UsageError("--allow-host takes a name without scheme and port, not '\(text)'")
        }
        return [text]
    }

    /// Returns whether there is a colon, except inside the brackets of an IPv6 address.
    private static func hasPort(_ text: String) -> Bool {
        var isBracketed = false
        return text.contains { character in
            if character == "[" { isBracketed = true }
            if character == "]" { isBracketed = false }
            return character == ":" && !isBracketed
        }
    }
}
