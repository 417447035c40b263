/// Generates URLs and references from unusual parts, reproducibly for equal random numbers.
enum URLCorpus {
    private static let schemes = [
        "http://", "https://", "HTTP://", "hTtPs://", "http:/", "http:///", "https:////", "http:", "//", "/",
        "", "ftp://",
        "file:///", "h1+-.://", "1http://", "http//", ":", "://", "javascript:", "http:\\\\",
    ]
    private static let users = [
        "", "", "", "", "", "u@", "u:p@", "u:@", ":p@", "@", ":@", "u%20r:p%40@", "u:p:q@", "a@b@",
        "\u{FC}:\u{E9}@", "%C3%BC@",
        "%ff:%zz@", "%00@", "u:%0a@", "u;x=y:p@", "u p@", "%2525@",
    ]
    private static let hosts = [
        "a.test", "a.test", "A.Test", "a", "localhost", "a.", "a..", ".", "..", ".a", "a..b", "-a", "a_b",
        "a~b", "a|b", "a b", "a\\b",
        "a%41", "%61.test", "a%2Eb", "a%2fb", "a%00b", "a%7fb", "a%zz", "a%", "a%25b", "a%2525", "a%7Cb",
        "a%20b", "a,b", "a;b", "a*b",
        "a!b", "a\"b", "a<b>", "a{b}", "(a)", "a=b", "a&b", "a+b", "a'b", "a$b", "a^b", "a`b", "a[b]", "", "",
        "127.0.0.1", "127.1", "127.0.1", "1.2.3", "0x7f.1", "0X7F.1", "0x7f000001", "2130706433",
        "017700000001", "0177.0.0.01", "256.1",
        "1.256.1.1", "1.2.3.256", "1.2.3.4.5", "1.2.3.4.", "1.2.3.4..", "127.1.", "1.", "0x", "0x.1", "1.0x",
        "08.1", "0", "00", "4294967295",
        "4294967296", "99999999999999999999999", "1.16777216", "1.2.65536", "1.2.3.0x4", "1a", "1.a", "0xg",
        "1..2", "1.2.3.4%2e", "%31.2",
        "%30x7f.1", "1.2.3.4.5.6.7.8", "1.-2", "+1", "0x7f.0x0.0x0.0x1", "0000000000000000000001",
        "[::1]", "[::]", "[::1", "::1", "[]", "[:]", "[1]", "[::1]x", "[fe80::1%25eth0]", "[fe80::1%eth0]",
        "[fe80::1%25]", "[fe80::1%]",
        "[fe80::1%2525]", "[fe80::1%250123456789abcde]", "[fe80::1%250123456789abcdef]", "[::ffff:1.2.3.4]",
        "[::ffff:102:304]",
        "[::1.2.3.4]", "[::A]", "[::ABCD:0]", "[0:0:0:0:0:0:0:1]", "[2001:DB8:0:0:1:0:0:1]",
        "[2001:db8::1:0:0:1]", "[1:2:3:4:5:6:7:8]",
        "[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:8:9]", "[::1%25a:b]", "[g::1]", "[::%31]", "[v1.a]", "%5B::1%5D",
        "%5B%3A%3A1%5D", "[::1%25a%20]",
        "[00001::1]", "[0001::0001]", "[::1.2.3.256]", "[fe80::1%25\u{FC}]",
        "b\u{FC}cher.test", "B\u{DC}CHER.test", "bu\u{308}cher.test", "b%C3%BCcher.test", "stra\u{DF}e.test",
        "\u{4E2D}\u{6587}.test",
        "a\u{3002}test", "\u{FF11}\u{FF12}\u{FF17}.1", "\u{FF10}x7f.1", "p\u{430}ypal.test", "\u{200B}",
        "xn--\u{FC}", "\u{2488}com.test",
        "c\u{2100}.test", "a\u{FF0F}b", "a\u{FF03}b", "a\u{FF20}b", "a\u{FF1A}80", "a\u{3000}b", "a\u{AD}b",
        "\u{AD}", "fa\u{DF}.de",
        "\u{1F600}.test", "xn--bcher-kva.test", "xn--a", "\u{5D0}\u{5D1}.test", "a\u{5D0}", "\u{640}",
        "a\u{200D}b", "\u{E9}\u{3002}\u{3002}",
        "a%ff", "a%C3", "http", "https", "HTTP", "www.\u{130}.test", "\u{3C2}.test", "-\u{FC}", "\u{FC}-",
        "\u{FC}--a", "_\u{FC}", "\u{2260}",
        "\u{301}a", "0\u{FC}", "1.2.3.\u{661}", "\u{FC}%41", "%e2%84%80.test",
    ]
    private static let ports = [
        "", "", "", "", ":", ":80", ":443", ":8080", ":0", ":080", ":00000000000000000000443", ":65535",
        ":65536",
        ":99999999999999999999", ":1x", ":+1", ":-1", ": 1", ":0x50", "::80", ":80:", ":8\u{661}", ":%38",
        ":80\\",
    ]
    private static let paths = [
        "", "", "/", "/", "/a", "/a/b", "//", "//a", "/a//b/", "/.", "/..", "/./a", "/../a", "/a/.", "/a/..",
        "/a/../b/./c", "/%2e%2E/a",
        "/a/%2e", "/.%2e/", "/a/.../b", "/a/..b", "/a b", "/\u{E9}", "/\u{301}x", "/%7e%2F%zz%", "/a\\b",
        "/a|b^`{}\"<>[]", "/a;b=c,d:@!$&'()*+~",
        "/http://x/y", "/a//../b", "/..//a", "\\a", "/%2e", "/a/b/../../../../c",
    ]
    private static let relatives = [
        "a", "a/b", ".", "..", "./", "../", "./a", "../a", "../../a", "../../../../a", "./../a", ".././a",
        "././a", "a/../b", "../a/../b",
        "a/.", "a/..", "..a", ".a", "...", "%2e/a", "%2e%2e/a", ".%2E/a", "..%2fa", ";x", "a:b", "a;b:c/d",
        "./a:b", "a b/\u{E9}", "..//a",
        ".//a", "..//..//a", "/./", "\\a", "..\\a", "*", "http", "http.x", "../..", "../.", "./..", "a//",
        "\u{301}/..", "..\u{301}/a", "1a:b",
        "-a:b", "a.b+c-d:e", "\u{E9}:b", "%61:b", "~", "[::1]", "a@b", "u@h/", " a", "a ",
    ]
    private static let queries = [
        "", "", "", "?", "?q", "?a=b&c", "??", "?a?", "?/../b", "?a b", "?\u{FC}", "?\u{33F}", "?a=%zz%41",
        "?//x", "?a:b@c", "?a\\b", "?x|y\"",
    ]
    private static let fragments = ["", "", "", "", "#", "#f", "#a?b", "#a#b", "#/../x", "#\u{E9} \"", "#?"]
    private static let pieces = [
        "/", "?", "#", ":", "@", "[", "]", "%", ".", "..", "//", "\\", " ", "a", "0", "x", "%2e", "%2F",
        "%00", "\u{FC}", "\u{301}", "|", "1",
        "\u{1}", "\n", "\u{7F}", "http:", "-", "_", "+", "&", "=", "%25", "\u{2100}", "\u{3002}", "\"", "{",
    ]

    /// The base URLs for references of the corpus.
    static let bases = [
        "http://a/b/c/d;p?q", "https://u%3A:p%40@a.test:8443/x/y?z#f", "http://a.test", "http://a.test/",
        "http://a.test?q", "http://a.test/b",
        "http://a.test/b/?q/r", "http://a.test/b//c", "http://a.test//b", "http://a.test/b/../c/d",
        "http://[fe80::1%25eth0]:81/x/y",
        "http://b\u{FC}cher.test/\u{E9}/x", "http://a.test/b?", "http://u@a.test:0/b/c",
        "http://:p@127.1/b/c/", "http://a.test/b/%2e%2e/c",
    ]

    /// Returns a URL or a reference.
    static func text(with random: inout some RandomNumberGenerator) -> String {
        func one(_ parts: [String]) -> String { parts.randomElement(using: &random) ?? "" }
        var text: String
        switch Int.random(in: 0..<8, using: &random) {
        case 0: text = one(relatives) + one(queries) + one(fragments)
        case 1: text = one(paths) + one(queries) + one(fragments)
        case 2:
            text =
                one(schemes) + one(users) + one(hosts) + one(ports) + one(paths) + one(queries)
                + one(fragments)
        case 3: text = one(["http://", "https://", "//"]) + one(users) + one(hosts) + one(ports)
        default:
            text =
                one(["http://", "https://", "//"]) + one(hosts) + one(paths) + one(queries) + one(fragments)
        }
        // Some have pieces in unusual places.
        for _ in 0..<max(0, Int.random(in: -6..<4, using: &random)) {
            let scalars = text.unicodeScalars
            let place = scalars.index(
                scalars.startIndex, offsetBy: Int.random(in: 0...scalars.count, using: &random))
            text.unicodeScalars.insert(contentsOf: one(pieces).unicodeScalars, at: place)
        }
        return text
    }

    /// All combinations of two kinds of parts, with plain other parts.
    static var systematic: [String] {
        let tails = pairs(queries, fragments)
        return pairs(pairs(["http://"], hosts), ports) + pairs(schemes, hosts) + pairs(schemes, relatives)
            + pairs(pairs(["http://"], users), hosts) + pairs(paths + relatives, tails)
            + pairs(pairs(["http://a.test"], paths), tails)
    }

    private static func pairs(_ heads: [String], _ tails: [String]) -> [String] {
        heads.flatMap { head in tails.map { head + $0 } }
    }
}
