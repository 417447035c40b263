import FoundationEssentials
import Glibc

/// The characters that the locale promises: what is written for people holds no others.
///
/// In an 8-bit locale the bytes of UTF-8 can be controls: U+06DB is DB 9B there, and 9B begins a control sequence.
enum Charset: Hashable, Sendable {
    case utf8, ascii

    /// Asks the system for the codeset of the locale that the environment names: of `LC_ALL`, `LC_CTYPE` and `LANG` the
    /// first that is set; goes by its name where the system does not have it.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let codeset = Self.codeset(of: locale ?? "C") ?? locale?.split(at: ".").last.map(String.init)
        self = ["utf-8", "utf8"].contains(codeset?.lowercased()) ? .utf8 : .ascii
    }

    private static func codeset(of locale: String) -> String? {
        guard let made = newlocale(LC_CTYPE_MASK, locale, nil) else { return nil }
        defer { freelocale(made) }
        return nl_langinfo_l(nl_item(CODESET), made).map { String(cString: $0) }
    }
}
