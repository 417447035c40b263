import RequestFormats
import Testing

@Suite("Secrets of a request")
struct SecretExtractionTests {
    @Test(
        "give way to variables where they stand",
        arguments: [
            (
                "GET http://me:pw-1@h/?api_key=k-1&a=1\n",
                "GET http://me:{{password}}@h/?api_key={{api_key}}&a=1\n"
            ),
            (
                "GET http://h/\nAuthorization: Bearer t-1\n",
                "GET http://h/\nAuthorization: Bearer {{token}}\n"
            ),
            (
                "GET http://h/\nAuthorization: Basic ann:p-1\n",
                "GET http://h/\nAuthorization: Basic ann:{{password}}\n"
            ),
            (
                "GET http://h/\nAuthorization: Basic ann p-1\n",
                "GET http://h/\nAuthorization: Basic ann {{password}}\n"
            ),
            // The same in Base64, and a password that would have another meaning without it.
            (
                "GET http://h/\nAuthorization: Basic YW5uOnAtMQ==\n",
                "GET http://h/\nAuthorization: Basic ann:{{password}}\n"
            ),
            (
                "GET http://h/\nAuthorization: Basic YW5uOnAgMQ==\n",
                "GET http://h/\nAuthorization: Basic {{authorization}}\n"
            ),
            ("GET http://h/\nCookie: a=1; b=; c={{d}}\n", "GET http://h/\nCookie: a={{a}}; b=; c={{d}}\n"),
            (
                "GET http://h/\n# ?token=t-1\n# X-Api-Key: k-1\n",
                "GET http://h/\n# ?token={{token}}\n# X-Api-Key: {{x-api-key}}\n"
            ),
            (
                "POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\npassword=a%26b&secret=&pin={{%p}}\n",
                "POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\npassword={{%password}}&secret=&pin={{%p}}\n"
            ),
            ("@token = t-1\n@a = 1\nGET http://h/{{token}}\n", "@a = 1\nGET http://h/{{token}}\n"),
        ])
    func references(text: String, expected: String) throws {
        let request = try #require(EditableRequest(reading: text))
        #expect(request.referringToSecrets(except: [], besides: []).text == expected)
        #expect(request.replacingSecrets(except: Set(request.secrets)) { _ in "?" }.text == text)
    }

    @Test("become variables that have a value; what is empty becomes none")
    func separation() throws {
        var request = EditableRequest(name: "A", url: "http://h/")
        request.headers = [.init("Cookie", "a=1; b="), .init("Authorization", "Basic YW5uOnAtMQ==")]
        request.body = .form([.init("password", ""), .init(formEncoding: "pin", "1 2")])
        let files = CollectionWriter.write(RequestCollection(name: "A", items: [.request(request)])).files
        #expect(files.count == 2)
        #expect(files[0].text.contains("Cookie: a={{a}}; b=\nAuthorization: Basic ann:{{password}}\n"))
        #expect(files[0].text.contains("password=\n&pin={{%pin}}\n"))
        #expect(files[1].text.contains("\"1 2\"") && files[1].text.contains("\"p-1\""))
    }
}
