import CCurl
import COpenSSL
import Foundation

/// Reads the certificates that a server showed from what libcurl keeps of them.
struct CertificateReader {
    private let easy: UnsafeMutableRawPointer

    init(_ easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    /// The server's own certificate first; none when libcurl did not get so far.
    func certificates() -> [Connection.Certificate] {
        guard let all = ccurl_get_certificates(easy)?.pointee, let lists = all.certinfo else { return [] }
        return (0..<Int(all.num_of_certs)).map { Self.certificate(lists[$0]) }
    }

    private static func certificate(_ list: UnsafeMutablePointer<curl_slist>?) -> Connection.Certificate {
        var fields: [Substring: String] = [:]
        var next = list
        while let node = next {
            let line = String(cString: node.pointee.data)
            let name = line.prefix { $0 != ":" }
            fields[name] = String(line.dropFirst(name.count + 1))
            next = node.pointee.next
        }
        var certificate = Connection.Certificate(
            subject: fields["Subject"] ?? "", issuer: fields["Issuer"] ?? "",
            names: names(fields["X509v3 Subject Alternative Name"] ?? ""),
            validity: (date(fields["Start date"]), date(fields["Expire date"])))
        certificate.fingerprint = fields["Cert"].flatMap(fingerprint)
        return certificate
    }

    /// `DNS:localhost, IP Address:127.0.0.1` without the kinds.
    private static func names(_ text: String) -> [String] {
        text.split(separator: ",").compactMap { entry in
            entry.firstIndex(of: ":").map { String(entry[entry.index(after: $0)...]) }
        }
    }

    /// Reads `Nov  3 21:38:19 2026 GMT`.
    static func date(_ text: String?) -> Date? {
        guard let words = text?.split(separator: " "), words.count == 5 else { return nil }
        let day = words[1].count == 1 ? "0\(words[1])" : "\(words[1])"
        // The day of the week is not looked at.
        let preferred = "Mon, \(day) \(words[0]) \(words[3]) \(words[2]) \(words[4])"
        return HTTPDate(parsing: preferred, now: Date(timeIntervalSince1970: 0))?.date
    }

    private static func fingerprint(of pem: String) -> String? {
        var digest = [UInt8](repeating: 0, count: 32)
        guard cossl_fingerprint(pem, pem.utf8.count, &digest) == 1 else { return nil }
        return digest.map { String(format: "%02x", $0) }.joined()
    }
}
