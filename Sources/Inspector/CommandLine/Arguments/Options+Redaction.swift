import ClientEngine
import RequestFormats

extension Options {
    /// A redaction that hides secrets; the password of a proxy is one, though no request has it.
    var redaction: Redaction {
        guard !showsSecrets else { return .none }
        var redaction = Redaction()
        redaction.otherNames = client.preferred.redacted
        if let proxy = client.proxy { redaction.learn(url: proxy) }
        return redaction
    }
}
