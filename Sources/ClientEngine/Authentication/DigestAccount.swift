/// A name and a password for Digest authentication.
struct DigestAccount: Sendable, Hashable {
    var user: String
    var password: String
}
