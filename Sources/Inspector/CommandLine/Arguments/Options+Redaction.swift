import ClientEngine
import RequestFormats

extension Options {
    /// The redaction of everything that is written: it hides secrets, unless they are asked for.
    var redaction: Redaction { showsSecrets ? .none : hidingRedaction }

    /// A redaction that hides secrets; the password of a proxy is one, though no request has it.
    var hidingRedaction: Redaction {
        var redaction = Redaction()
        redaction.otherNames = client.preferred.redacted
        if let proxy = client.proxy { redaction.learn(url: proxy) }
        return redaction
    }
}
