import RequestFormats
import Testing

@Suite("A .env file")
struct DotEnvTests {
    @Test(
        "has the values that dotenv reads",
        arguments: [
            ("A=abc123 # the test account", "abc123"), ("A=a#b", "a#b"), ("A=#fff", "#fff"),
            ("A= # none", ""),
            ("A=", ""), ("  export\tA = a b  ", "a b"), ("A=b=c==", "b=c=="), ("# A=no\nA=yes\n", "yes"),
            ("A=old\r\nA=new\r\n", "new"), ("\u{FEFF}A=first", "first"), ("A=$HOME", "$HOME"),
            ("A=\"first\nsecond # no comment\" # a comment\nB=2", "first\nsecond # no comment"),
            ("A=\"one\\ntwo\\t\\\"three\\\" \\d \\\\n\"", "one\ntwo\t\"three\" \\d \\n"),
            ("A='one\\ntwo \"x\"'", "one\\ntwo \"x\""), ("A=`it's \"\\n`", "it's \"\\n"),
            ("A=\"first\r\nsecond\"\r\n", "first\nsecond"),
            ("A=it's", "it's"), ("A=\"open\nB=2", "\"open"), ("A=\"a\" b # c", "\"a\" b"), ("A=\"\"", ""),
        ])
    func values(text: String, value: String) {
        #expect(DotEnv(text).values["A"] == value)
    }

    @Test("The reader continues after a value over several lines and after a line without a definition")
    func several() {
        let values = DotEnv("A=\"1\n2\"\nnothing\nB='3'\nexport C=4 # 5").values
        #expect(values == ["A": "1\n2", "B": "3", "C": "4"])
    }
}
