/// A name and a password that are proved without being sent; see ``Credentials/digest(user:password:)``.
struct DigestAccount: Sendable, Hashable {
    var user: String
    var password: String
}
