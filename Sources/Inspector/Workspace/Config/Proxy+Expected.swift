import ClientEngine

extension Proxy {
    /// The syntax of a proxy in `--proxy` and in the configuration file, for messages.
    package static let expected = "[http://]HOST[:PORT], also with https or socks5"
}
