import Glibc

extension Double {
    /// Returns the number in decimal with so many digits behind a point, rounded as C rounds: to the nearest, and
    /// to even digits where the number itself lies between two.
    package func digits(_ count: Int) -> String {
        var text = [CChar](repeating: 0, count: 340 + count)
        withVaList([Int32(count), self]) { _ = vsnprintf(&text, text.count, "%.*f", $0) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
