import ClientEngine

extension Proxy {
    /// The form in which `--proxy` and the configuration file take a proxy, for messages.
    package static let expected = "[http://]HOST[:PORT], also with https or socks5"
}
