import FoundationEssentials
import Glibc
import InspectorValues

extension Charset {
    /// Asks the system for the codeset of the locale that the environment names: of `LC_ALL`, `LC_CTYPE` and `LANG` the
    /// first that is set; goes by its name where the system does not have it.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
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
