import Testing

@testable import InspectorCommandLine
@testable import InspectorWorkspace

@Suite("The rows of --data")
struct DataRowsTests {
    private func rows(_ text: String, _ path: String = "a.csv") throws -> [[String]] {
        try DataRows(Array(text.utf8), path: path).rows.map { $0.values.map { "\($0.name)=\($0.value)" } }
    }

    private func refusal(_ text: String, _ path: String = "a.csv") -> String? {
        do throws(FileError) {
            _ = try DataRows(Array(text.utf8), path: path)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("of CSV have the names of the header, and quotation marks hold commas, lines and themselves")
    func csv() throws {
        #expect(
            try rows("user,note\nada,1\r\nalan,\"a, \"\"b\"\"\nc\"\n") == [
                ["user=ada", "note=1"], ["user=alan", "note=a, \"b\"\nc"],
            ])
        #expect(try rows("\u{FEFF}a\n\n1\n\n2") == [["a=1"], ["a=2"]])
        #expect(try rows("a,b\n,") == [["a=", "b="]])
        let data = try DataRows(Array("a\n\"x\ny\"\nz".utf8), path: "a.csv")
        #expect(data.rows.map(\.line) == [2, 4])
    }

    @Test("of JSON are objects; what is no text is written as JSON")
    func json() throws {
        #expect(
            try rows(#" [{"a": "x", "n": 1.50, "l": [1, 2], "z": null}]"#) == [
                ["a=x", "n=1.50", "l=[1,2]", "z=null"]
            ])
        #expect(try rows(#"[{"a": "x"}, {"b": "y"}]"#, "rows.json") == [["a=x"], ["b=y"]])
    }

    @Test(
        "that are not what they should be are named with their line",
        arguments: [
            ("a,b\n1,2\n3\n", "a.csv:3: the row has 1 value, the header 2 names"),
            ("a\n\"x\ny\"\n1,2", "a.csv:4: the row has 2 values, the header 1 name"),
            ("a,a\n1,2", "a.csv:1: the header names “a” twice"),
            ("a,\n1,2", "a.csv:1: a column of the header has no name"),
            ("a\n\"x", "a.csv:2: a quotation mark is not closed"),
            ("a\n\"x\"y", "a.csv:2: something stands behind the closing quotation mark"),
            ("a\n", "a.csv: holds no row"), ("", "a.csv: holds no row"), ("[]", "a.csv: holds no row"),
            ("[1]", "a.csv: row 1 is not an object"), ("[{]", "a.csv: is not JSON"),
        ])
    func refused(text: String, expected: String) {
        #expect(refusal(text) == expected)
    }

    @Test("a JSON file has to hold an array")
    func object() {
        #expect(refusal("{}", "a.json") == "a.json: is not an array of objects, one for each run")
    }
}
