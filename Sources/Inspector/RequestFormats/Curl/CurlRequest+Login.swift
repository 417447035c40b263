import ClientEngine
import FoundationEssentials

// The credentials of `-u` and of the URL, proved as the flags ask for.
extension CurlRequest {
    /// Adds the credentials.
    ///
    /// Those that log in or sign are part of no header, and those of an unknown login are left out.
    ///
    /// Throws if the request would carry the secret of a login as it is written.
    mutating func addLogin() throws(CurlCommand.SyntaxError) {
        for value in request.headers.values(of: "Authorization") { try refuseLogin(in: value) }
        switch options.scheme {
        case .basic: addBasic()
        case .digest: logIn("--digest") { .digest(user: $0, password: $1) }
        case .ntlm: logIn("--ntlm") { .ntlm(user: $0, password: $1) }
        case .negotiate: logIn("--negotiate") { _, _ in .negotiate }
        case .signature(let words): try sign(for: words)
        case .other(let flag):
            let places = credentials().places
            let left =
                places.isEmpty ? "" : ", and the credentials of \(places.joined(separator: " and ")) with it"
            notes.append("Not carried over: \(flag)\(left).")
        }
    }

    private mutating func addBasic() {
        if let bearer = options.bearer {
            addUnlessGiven("Authorization", "Bearer \(bearer)")
        } else if let user = options.user {
            let credentials = user.unicodeScalars.contains(":") ? user : user + ":"
            addUnlessGiven("Authorization", "Basic " + Data(credentials.utf8).base64EncodedString())
            if !user.unicodeScalars.contains(":") { notes.append(Self.emptyPassword) }
        }
    }

    private static let emptyPassword = "The password that curl would ask for is empty."

    /// Logs in, unless a header has the finished credentials.
    private mutating func logIn(_ flag: String, _ make: (String, String) -> Credentials) {
        guard let login = credentials().login else {
            return notes.append("Not carried over: \(flag), for there is no -u with it.")
        }
        guard request.headers["Authorization"] == nil else { return }
        let pair = login.cut(at: ":")
        let made = make(String(pair?.head ?? login[...]), String(pair?.tail ?? ""))
        request.authentication = made
        if pair == nil, made != .negotiate, !TemplateText.hasReference(login) {
            notes.append(Self.emptyPassword)
        }
    }

    /// Signs the request for `provider1:provider2:region:service`, of which the last two may be missing.
    private mutating func sign(for words: String) throws(CurlCommand.SyntaxError) {
        let words = words.split(at: ":", omittingEmptySubsequences: false).map(String.init)
        guard words.count > 1, words[0].lowercased() == "aws", words[1].lowercased() == "amz" else {
            throw CurlCommand.SyntaxError(
                message: "Only signatures for AWS are supported: --aws-sigv4 aws:amz:REGION:SERVICE.")
        }
        guard let (id, secret) = credentials().login?.cut(at: ":"), !id.isEmpty, !secret.isEmpty else {
            throw CurlCommand.SyntaxError(message: "--aws-sigv4 needs a key and its secret: -u KEY:SECRET.")
        }
        guard request.headers["Authorization"] == nil else { return }
        var key = AWSKey(accessKeyID: String(id), secretAccessKey: String(secret))
        if words.count > 2, !words[2].isEmpty { key.region = words[2] }
        if words.count > 3, !words[3].isEmpty { key.service = words[3] }
        request.authentication = .aws(key)
    }

    /// Takes the credentials of the URL out of it; those of `-u` come before them.
    private mutating func credentials() -> (login: String?, places: [String]) {
        var places = options.user == nil ? [] : ["-u"]
        var login = options.user
        if let range = AddressPassword.login(in: request.url) {
            let written = request.url[range].dropLast()
            if login == nil { login = written.percentDecoded ?? String(written) }
            request.url.removeSubrange(range)
            places.append("the URL")
        }
        return (login, places)
    }

    private func refuseLogin(in value: String) throws(CurlCommand.SyntaxError) {
        let login = try Result { () throws(LoginShorthand.Refusal) in try LoginShorthand.login(in: value) }
            .mapError { CurlCommand.SyntaxError(message: $0.message) }.get()
        let instead: String
        switch login {
        case .aws: instead = "--aws-sigv4 aws:amz:REGION:SERVICE -u KEY:SECRET"
        case .ntlm: instead = "--ntlm -u USER:PASSWORD"
        case .digest, .negotiate, nil: return
        }
        let scheme = value.prefix(before: " ", "\t")
        throw CurlCommand.SyntaxError(
            message:
                "“Authorization: \(scheme) …” is not supported in a command of curl, which would send the secret. Write \(instead) instead."
        )
    }
}
