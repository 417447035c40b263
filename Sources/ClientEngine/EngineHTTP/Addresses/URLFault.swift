/// The reason why a text is not an HTTP URL, in half a sentence.
struct URLFault: Error {
    let reason: String

    static let controlCharacter = URLFault(reason: "it holds a control character")
    static let noScheme = URLFault(reason: "it has no scheme")
    static let schemeTwice = URLFault(reason: "it names a scheme twice")
    static let noHost = URLFault(reason: "it has no host")
    static let badHost = URLFault(reason: "its host is not a name that can be looked up")
    static let badIPv6 = URLFault(reason: "its host is not an IPv6 address")
    static let badPort = URLFault(reason: "its port is not a number from 0 to 65535")
    static let badUser = URLFault(reason: "its user or password holds a space or a control character")

    static func otherScheme(_ scheme: some StringProtocol) -> URLFault {
        URLFault(reason: "the scheme “\(scheme)” is not http or https")
    }
}
